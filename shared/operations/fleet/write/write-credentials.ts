import { hashToken, publicTokenId } from '../../../domain/secrets.js';
import type { UserRecord } from '../../../models/user.js';
import { hashPassword, isStoredPassword } from '../../access/password.js';
import { byKey, type Writing } from './write.js';

const TOKEN_LIFETIME_MS = 90 * 86_400_000;

type Credentials = Pick<UserRecord, 'passwordHash' | 'tokenGeneration'>;

/** The hashes of the entries that bring a password: the stored hash where it matches, so that nothing changes. */
export async function passwordHashes<Entry extends { readonly password?: string }>(
  entries: readonly Entry[],
  storedOf: (entry: Entry) => Credentials | null,
): Promise<Map<Entry, string>> {
  const hashed = entries.map(async (entry): Promise<[Entry, string][]> => {
    const { password } = entry;
    if (password === undefined) return [];
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
  readonly userId: number;
  readonly organisationId: number | null;
  readonly generation: number;
}

/** A token that is there already is good for another ninety days. At most three round trips. */
export async function writeTokens({ deps, at }: Writing, brought: readonly BroughtToken[]): Promise<void> {
  const holders = brought.flatMap(({ token, ...holder }) =>
    token === undefined ? [] : [{ hash: hashToken(token), holder }],
  );
  if (holders.length === 0) return;
  const holderOf = byKey(holders, ({ hash }) => hash);
  const hashes = holders.map(({ hash }) => hash);
  await deps.stores.fleetWrites.upsert('accessTokens', hashes, (hash, existing) => ({
    _id: hash,
    kind: 'token',
    publicId: publicTokenId(hash),
    name: existing?.name ?? null,
    ...holderOf(hash).holder,
    createdAt: existing?.createdAt ?? at,
    expiresAt: new Date(at.getTime() + TOKEN_LIFETIME_MS),
    lastUsedAt: existing?.lastUsedAt ?? null,
  }));
}
