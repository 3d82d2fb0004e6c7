import Joi from 'joi';
import { batchesOf } from '../../platform/mongo/batches.js';
import { TOKEN_SCOPES, type TokenScope } from '../../access/domain/token-limits.js';
import { hashToken, publicTokenId } from '../../platform/values/secrets.js';
import { MAX_TOKENS } from '../../access/domain/user-fields.js';
import type { AccessTokenRecord } from '../../access/models/access-token.js';
import type { OperatorRecord } from '../../access/models/operator.js';
import { profileSchema } from '../../access/domain/profile.js';
import type { StoredProfile } from '../../access/models/profile.js';
import type { UserRecord } from '../../access/models/user.js';
import { hashPassword, isStoredPassword } from '../../access/operations/password.js';
import type { PartialEntry } from '../domain/entry.js';
import { tokenName } from '../../platform/values/texts.js';
import { sha256 } from '../../firmware/domain/firmware-file.js';
import { secret, time } from '../domain/fields.js';
import { hasSecondFactor } from '../../access/domain/sign-in-rules.js';
import type { CheckContext, Located } from './check-context.js';
import type { ExportContext } from './export-context.js';
import type { FleetRecords } from '../stores/fleet-records.js';
import { nextProfile, profileEntry, type ProfileEntry } from './profile-entry.js';
import { byKey, type WriteContext } from './write-context.js';

/** What users and operators sign in with, in clear text or hashed as in a backup, and what they say of themselves. */
export interface CredentialEntry extends ProfileEntry {
  password?: string;
  access_token?: string;
  password_hash?: string;
  access_tokens?: {
    hash: string;
    name?: string;
    prefix?: string;
    parent_ids?: string[];
    scopes?: TokenScope[];
    networks?: number[];
    created_at: Date;
    expires_at: Date;
  }[];
  disabled_at?: Date;
}

export const credentialFields = {
  name: profileSchema.name.allow(null),
  locale: profileSchema.locale.allow(null),
  time_zone: profileSchema.time_zone.allow(null),
  password: Joi.string().max(1024),
  access_token: secret,
  password_hash: secret,
  access_tokens: Joi.array()
    .items(
      Joi.object({
        hash: sha256.required(),
        name: tokenName,
        prefix: Joi.string().pattern(/^[\w-]{8}$/),
        parent_ids: Joi.array()
          .items(Joi.string().pattern(/^[0-9a-f]{24}$/))
          .unique()
          .min(1)
          .max(MAX_TOKENS),
        scopes: Joi.array()
          .items(Joi.string().valid(...TOKEN_SCOPES))
          .unique()
          .max(TOKEN_SCOPES.length),
        networks: Joi.array().items(Joi.number().integer().min(1)).unique().max(1000),
        created_at: time.required(),
        expires_at: time.required(),
      }),
    )
    .max(MAX_TOKENS)
    .unique('hash'),
  disabled_at: time,
};

const TOKEN_LIFETIME_MS = 90 * 86_400_000;

interface TokenHolder {
  readonly userId: number;
  readonly organisationId: number | null;
}

/** A fault for a token of another user or operator. @param holderOf the holder of an entry's tokens */
export async function checkTokens<Entry extends CredentialEntry>(
  context: CheckContext,
  located: readonly Located<Entry>[],
  holderOf: (entry: PartialEntry<Entry>) => { userId: number | undefined; isOperator: boolean },
): Promise<void> {
  const hashed = located.flatMap(({ path, entry }) => {
    const { access_token: token, access_tokens: backedUp = [] } = entry;
    const clear =
      token === undefined ? [] : [{ path: `${path}.access_token`, entry, hash: hashToken(token) }];
    const hashes = backedUp.map(({ hash }, index) => {
      return { path: `${path}.access_tokens[${index}].hash`, entry, hash };
    });
    return [...clear, ...hashes];
  });
  if (hashed.length === 0) return;
  const hashes = hashed.map(({ hash }) => hash);
  const stored = await context.deps.stores.fleetLookup.find('accessTokens', hashes, [
    'userId',
    'organisationId',
  ]);
  for (const { path, entry, hash } of hashed) {
    const holder = stored.get(hash);
    const { userId, isOperator } = holderOf(entry);
    const isSame = holder?.userId === userId && (holder?.organisationId === null) === isOperator;
    const isOthers = holder !== undefined && !isSame;
    if (!context.addKey('token', hash) || isOthers) context.faults.add(path, 'is the token of another user');
  }
}

/**
 * Stores users or operators with their passwords and tokens. A password takes some 50 ms.
 * @param holderOf the id and organisation of an entry's record
 * @param build all of a record but its credentials
 */
export async function upsertHolders<Kind extends 'users' | 'operators', Entry extends CredentialEntry>(
  context: WriteContext,
  kind: Kind,
  entries: readonly Entry[],
  holderOf: (entry: Entry) => TokenHolder,
  build: (entry: Entry, existing: FleetRecords[Kind] | null) => Omit<FleetRecords[Kind], keyof Credentials>,
) {
  const { fleetWrites } = context.deps.stores;
  const idOf = (entry: Entry) => holderOf(entry).userId;
  const entryOf = byKey(entries, idOf);
  const ids = entries.map(idOf);
  const stored = await fleetWrites.read(kind, ids);
  const hashes = await passwordHashes(entries, (entry) => stored.get(idOf(entry)) ?? null);
  const generations = new Map<number, number>();
  const written = await fleetWrites.upsert(kind, ids, context.audit, (id, existing) => {
    const entry = entryOf(id);
    const credentials = nextCredentials(hashes.get(entry), existing);
    generations.set(id, credentials.tokenGeneration ?? existing?.tokenGeneration ?? 0);
    const disabled = entry.disabled_at === undefined ? {} : { disabledAt: entry.disabled_at };
    return {
      ...build(entry, existing),
      ...nextProfile(entry, existing),
      ...disabled,
      ...credentials,
    } as never;
  });
  await writeTokens(context, entries, (entry) => {
    return { ...holderOf(entry), generation: generations.get(idOf(entry)) ?? 0 };
  });
  return written;
}

type Credentials = StoredProfile & Pick<UserRecord, 'passwordHash' | 'tokenGeneration' | 'disabledAt'>;

/** The hashes of the entries with a password; the stored hash where the password is the same. */
async function passwordHashes<Entry extends CredentialEntry>(
  entries: readonly Entry[],
  storedOf: (entry: Entry) => Credentials | null,
): Promise<Map<Entry, string>> {
  const hashed = entries.map(async (entry): Promise<[Entry, string][]> => {
    const { password, password_hash: backedUp } = entry;
    if (password === undefined) return backedUp === undefined ? [] : [[entry, backedUp]];
    const known = storedOf(entry)?.passwordHash ?? null;
    const isSame = known !== null && (await isStoredPassword(password, known));
    return [[entry, isSame ? known : await hashPassword(password)]];
  });
  return new Map((await Promise.all(hashed)).flat());
}

/** A changed password revokes all tokens and sessions. */
function nextCredentials(hash: string | undefined, existing: Credentials | null) {
  const passwordHash = hash ?? existing?.passwordHash ?? null;
  if (!existing || passwordHash === existing.passwordHash) return { passwordHash };
  return { passwordHash, tokenGeneration: (existing.tokenGeneration ?? 0) + 1 };
}

/** Tokens in clear text are valid for 90 days from now, those of a backup as long as they were; expired ones are left out. */
async function writeTokens<Entry extends CredentialEntry>(
  { deps, at, audit }: WriteContext,
  entries: readonly Entry[],
  holderOf: (entry: Entry) => TokenHolder & { generation: number },
): Promise<void> {
  const renewed = {
    name: undefined,
    prefix: undefined,
    parent_ids: undefined,
    scopes: undefined,
    networks: undefined,
    created_at: at,
    expires_at: new Date(at.getTime() + TOKEN_LIFETIME_MS),
  };
  const tokens = entries.flatMap((entry) => {
    const holder = holderOf(entry);
    const { access_token: token, access_tokens: backedUp = [] } = entry;
    return [
      ...backedUp.filter(({ expires_at }) => expires_at > at).map((one) => ({ ...one, holder })),
      ...(token === undefined ? [] : [{ hash: hashToken(token), ...renewed, holder }]),
    ];
  });
  const tokenOf = byKey(tokens, ({ hash }) => hash);
  for (const hashes of batchesOf([...new Set(tokens.map(({ hash }) => hash))])) {
    await deps.stores.fleetWrites.upsert('accessTokens', hashes, audit, (hash, existing) => {
      const { name, prefix, parent_ids, created_at, expires_at, holder, ...given } = tokenOf(hash);
      const parentIds = existing?.parentIds ?? parent_ids;
      const scopes = existing?.scopes ?? given.scopes;
      const networks = existing?.networks ?? given.networks;
      return {
        _id: hash,
        kind: 'token',
        publicId: publicTokenId(hash),
        name: existing?.name ?? name ?? null,
        prefix: existing?.prefix ?? prefix ?? null,
        ...(parentIds ? { parentIds } : {}),
        ...(scopes ? { scopes } : {}),
        ...(networks ? { networks } : {}),
        ...holder,
        createdAt: existing?.createdAt ?? created_at,
        expiresAt: expires_at,
        lastUsedAt: existing?.lastUsedAt ?? null,
      };
    });
  }
}

/**
 * The credentials of a user or operator as a backup has them; second factors, and revoked tokens, of earlier generations, are
 * left out.
 */
export function credentialEntry(
  { onLeftOut }: Pick<ExportContext, 'onLeftOut'>,
  holder: UserRecord | OperatorRecord,
  tokens: readonly AccessTokenRecord[],
): CredentialEntry {
  const { _id, passwordHash, disabledAt, tokenGeneration = 0 } = holder;
  if (hasSecondFactor(holder)) onLeftOut('factor');
  const valid = tokens.filter(
    ({ userId, generation = 0 }) => userId === _id && generation === tokenGeneration,
  );
  return {
    ...profileEntry(holder),
    ...(passwordHash === null ? {} : { password_hash: passwordHash }),
    ...(disabledAt ? { disabled_at: disabledAt } : {}),
    access_tokens: valid.map(
      ({ _id: hash, name, prefix, parentIds, scopes, networks, createdAt, expiresAt }) => ({
        hash,
        ...(name ? { name } : {}),
        ...(prefix ? { prefix } : {}),
        ...(parentIds ? { parent_ids: parentIds } : {}),
        ...(scopes ? { scopes } : {}),
        ...(networks ? { networks } : {}),
        created_at: createdAt,
        expires_at: expiresAt,
      }),
    ),
  };
}
