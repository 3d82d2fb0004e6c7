import { hashToken, newToken } from '../../platform/values/secrets.js';
import { passkeysOf, requestOptions, type RequestOptions } from '../domain/passkeys.js';
import { relyingPartyOf } from '../domain/relying-party.js';
import type { FactorUse } from '../domain/factor-proof.js';
import { holderOf, type Account } from '../stores/account.js';
import type { AccessDeps } from '../deps.js';
import { requireRelyingParty } from './factors/require-relying-party.js';

const CHALLENGE_MS = 5 * 60_000;

type ChallengeDeps = Pick<AccessDeps, 'stores' | 'env' | 'now'>;

/** What a browser needs for the second step of a sign-in; the secret goes into a cookie. */
export interface NewChallenge {
  readonly id: string;
  readonly secret: string;
  readonly expiresAt: Date;
  /** What completes the sign-in. */
  readonly methods: readonly FactorUse['kind'][];
  /** What the browser asks passkeys for; null where none completes it. */
  readonly passkey: RequestOptions | null;
}

/** Begins the second step of an account whose password was right. */
export async function newChallenge(deps: ChallengeDeps, account: Account): Promise<NewChallenge> {
  const generation = account.tokenGeneration ?? 0;
  const stored = await store(deps, { ...holderOf(account), generation });
  const { secondFactors = [] } = account;
  const hasApp = secondFactors.some(({ kind }) => kind === 'totp');
  const passkeys = passkeysOf(secondFactors);
  const relyingParty = relyingPartyOf(deps.env.publicUrl);
  const asked = { challenge: stored.id, timeoutMs: CHALLENGE_MS };
  const passkey =
    relyingParty && passkeys.length > 0 ? await requestOptions(relyingParty, asked, passkeys) : null;
  return {
    ...stored,
    methods: [
      ...(hasApp ? (['totp'] as const) : []),
      ...(passkey ? (['passkey'] as const) : []),
      'recovery_code',
    ],
    passkey,
  };
}

/** Begins a sign-in with a passkey alone, which names its account. @throws AppError stateForbids without a relying party */
export async function beginPasskeySignIn(deps: ChallengeDeps): Promise<NewChallenge> {
  const relyingParty = requireRelyingParty(deps.env);
  const stored = await store(deps, { userId: null, organisationId: null, generation: null });
  const asked = { challenge: stored.id, timeoutMs: CHALLENGE_MS };
  return { ...stored, methods: ['passkey'], passkey: await requestOptions(relyingParty, asked, []) };
}

async function store(
  { stores, now }: ChallengeDeps,
  of: { userId: number | null; organisationId: number | null; generation: number | null },
): Promise<Pick<NewChallenge, 'id' | 'secret' | 'expiresAt'>> {
  const [id, secret, createdAt] = [newToken(), newToken(), now()];
  const expiresAt = new Date(createdAt.getTime() + CHALLENGE_MS);
  const hashes = { _id: hashToken(id), browserHash: hashToken(secret) };
  await stores.challenges.create({ ...hashes, ...of, tries: 0, createdAt, expiresAt });
  return { id, secret, expiresAt };
}
