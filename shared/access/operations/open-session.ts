import type { Author } from '../../audit/domain/audit-entry.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { accountEntry, accountName } from '../domain/account-entry.js';
import { withinParent, type TokenLimits } from '../domain/token-limits.js';
import type { FactorUse } from '../domain/factor-proof.js';
import { hashToken, newToken, publicTokenId } from '../../platform/values/secrets.js';
import type { AccessTokenRecord, SignInPlace, SsoSignIn } from '../models/access-token.js';
import { holderOf, type Account } from '../stores/account.js';
import type { AccessDeps } from '../deps.js';

const DAY_MS = 86_400_000;
const LIFETIME_MS = { token: 90 * DAY_MS, session: DAY_MS } as const;

const PREFIX_LENGTH = 8;

/** A new token or session with its secret, which is stored nowhere. */
export interface NewCredential {
  readonly id: string;
  readonly name: string | null;
  /** The first characters of the secret, by which its holder tells tokens apart; null for a session. */
  readonly prefix: string | null;
  readonly secret: string;
  readonly expiresAt: Date;
}

/** How long a token lives at most. */
export const LONGEST_TOKEN_MS = 366 * DAY_MS;

export interface Opening {
  /** The account itself without one. */
  readonly author?: Author;
  readonly accompany?: Accompany<NewCredential>;
  /** The token that this one is made with: it ends with it, and expires no later. */
  readonly parent?: AccessTokenRecord | null;
  /** Where a session is signed in. */
  readonly from?: SignInPlace;
  /** What a token is limited to. */
  readonly limits?: TokenLimits;
  /** The sign-in at an identity provider. */
  readonly sso?: SsoSignIn;
  /** When a token ends, at the latest after a year; by default after 90 days. For sessions by default after a day. */
  readonly expiresAt?: Date | undefined;
  /** The second factor of the sign-in, for the audit log. */
  readonly factor?: FactorUse['kind'];
}

/** Creates a token or session of an authenticated user. @throws AppError tooManyOpen */
export async function openSession(
  { stores, now }: Pick<AccessDeps, 'stores' | 'now'>,
  kind: 'token' | 'session',
  account: Account,
  name: string | null = null,
  { author, accompany, parent = null, from, limits = {}, expiresAt: wanted, factor, sso }: Opening = {},
): Promise<NewCredential> {
  const secret = newToken();
  const createdAt = now();
  const latest = parent?.expiresAt.getTime() ?? Infinity;
  const standard = createdAt.getTime() + LIFETIME_MS[kind];
  const expiresAt = new Date(Math.min(wanted?.getTime() ?? standard, latest));
  const { scopes, networks } = parent ? withinParent(parent, limits) : limits;
  const limited = {
    ...(scopes ? { scopes: [...scopes] } : {}),
    ...(networks ? { networks: [...networks] } : {}),
  };
  const holder = holderOf(account);
  const by = author ?? { actor: accountName(holder), requestId: null };
  const id = publicTokenId(hashToken(secret));
  const prefix = kind === 'token' ? secret.slice(0, PREFIX_LENGTH) : null;
  const parentIds = parent && [publicTokenId(parent._id), ...(parent.parentIds ?? [])];
  const shown = { id, kind, name, parent_id: parentIds?.[0] ?? null, expires_at: expiresAt };
  const after = {
    ...shown,
    ...limited,
    ...from,
    ...(factor ? { second_factor: factor } : {}),
    ...(sso ? { issuer: sso.issuer } : {}),
  };
  const entry = accountEntry(holder, `${kind}.created`, by, { at: createdAt, after });
  const record = {
    _id: hashToken(secret),
    kind,
    name,
    prefix,
    ...(parentIds ? { parentIds } : {}),
    ...limited,
    ...(from ? { signedInFrom: from } : {}),
    ...(sso ? { sso } : {}),
    ...holder,
    // The generation read with the password: if the password has changed since, this token is revoked too.
    generation: account.tokenGeneration ?? 0,
    createdAt,
    expiresAt,
    lastUsedAt: null,
  };
  const created = { id, name, prefix, secret, expiresAt };
  await stores.sessions.create(record, entry, accompany && ((session) => accompany(created, session)));
  return created;
}
