import { batchesOf } from '../../platform/mongo/batches.js';
import type { TokenEntry } from '../domain/entries.js';
import { hashToken, publicTokenId } from '../../platform/values/secrets.js';
import type { UserRecord } from '../../access/models/user.js';
import { hashPassword, isStoredPassword } from '../../access/operations/password.js';
import { byKey, type Writing } from './write.js';

const TOKEN_LIFETIME_MS = 90 * 86_400_000;

type Credentials = Pick<UserRecord, 'passwordHash' | 'tokenGeneration'>;

/** The hashes of the entries that bring a password: the stored hash where it matches, so that nothing changes. */
export async function passwordHashes<
  Entry extends { readonly password?: string; readonly password_hash?: string },
>(entries: readonly Entry[], storedOf: (entry: Entry) => Credentials | null): Promise<Map<Entry, string>> {
  const hashed = entries.map(async (entry): Promise<[Entry, string][]> => {
    const { password } = entry;
    if (password === undefined)
      return entry.password_hash === undefined ? [] : [[entry, entry.password_hash]];
    const known = storedOf(entry)?.passwordHash ?? null;
    const isSame = known !== null && (await isStoredPassword(password, known));
    return [[entry, isSame ? known : await hashPassword(password)]];
  });
  return new Map((await Promise.all(hashed)).flat());
}

/** A password that changes revokes the tokens and sessions there are. */
export function nextCredentials(hash: string | undefined, existing: Credentials | null): Credentials {
  const passwordHash = hash ?? existing?.passwordHash ?? null;
  if (!existing || passwordHash === existing.passwordHash) return { passwordHash };
  return { passwordHash, tokenGeneration: (existing.tokenGeneration ?? 0) + 1 };
}

export interface BroughtToken {
  readonly token: string | undefined;
  /** Those of a backup, which keep their times. */
  readonly backedUp: readonly TokenEntry[] | undefined;
  readonly userId: number;
  readonly organisationId: number | null;
  readonly generation: number;
}

/**
 * A token in clear text that is there already is good for another ninety days; one that has expired is left out. At
 * most three round trips for each 1,000.
 */
export async function writeTokens({ deps, at }: Writing, brought: readonly BroughtToken[]): Promise<void> {
  const renewed = { name: undefined, created_at: at, expires_at: new Date(at.getTime() + TOKEN_LIFETIME_MS) };
  const tokens = brought.flatMap(({ token, backedUp = [], ...holder }) => [
    ...backedUp.filter(({ expires_at }) => expires_at > at).map((entry) => ({ ...entry, holder })),
    ...(token === undefined ? [] : [{ hash: hashToken(token), ...renewed, holder }]),
  ]);
  const tokenOf = byKey(tokens, ({ hash }) => hash);
  for (const hashes of batchesOf([...new Set(tokens.map(({ hash }) => hash))])) {
    await deps.stores.fleetWrites.upsert('accessTokens', hashes, (hash, existing) => {
      const { name, created_at, expires_at, holder } = tokenOf(hash);
      return {
        _id: hash,
        kind: 'token',
        publicId: publicTokenId(hash),
        name: existing?.name ?? name ?? null,
        ...holder,
        createdAt: existing?.createdAt ?? created_at,
        expiresAt: expires_at,
        lastUsedAt: existing?.lastUsedAt ?? null,
      };
    });
  }
}
