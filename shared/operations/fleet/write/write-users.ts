import type { FleetEntries } from '../../../domain/fleet/entries.js';
import { hashToken } from '../../../domain/secrets.js';
import type { UserRecord } from '../../../models/user.js';
import { hashPassword, isStoredPassword } from '../../access/password.js';
import { byKey, countsOf, type WriteSection, type Writing } from './write.js';

const TOKEN_LIFETIME_MS = 90 * 86_400_000;

type UserEntry = FleetEntries['users'];

/** Seven round trips at most, and the time that passwords take: some 50 ms each. */
export const writeUsers: WriteSection<'users'> = async (writing, entries) => {
  const { fleetWrites } = writing.deps.stores;
  const ids = entries.map(({ id }) => id);
  const entryOf = byKey(entries, ({ id }) => id);
  const hashes = await passwordHashes(entries, await fleetWrites.read('users', ids));
  const written = await fleetWrites.upsert('users', ids, (id, existing) =>
    userRecord(entryOf(id), hashes.get(id) ?? existing?.passwordHash ?? null, existing),
  );
  await writeTokens(writing, entries);
  return countsOf(written);
};

/** A password that is the stored one keeps its hash: hashed anew it would look changed. */
async function passwordHashes(
  entries: readonly UserEntry[],
  stored: ReadonlyMap<number, UserRecord>,
): Promise<Map<number, string>> {
  const hashed = entries.map(async ({ id, password }): Promise<[number, string][]> => {
    if (password === undefined) return [];
    const known = stored.get(id)?.passwordHash ?? null;
    const isSame = known !== null && (await isStoredPassword(password, known));
    return [[id, isSame ? known : await hashPassword(password)]];
  });
  return new Map((await Promise.all(hashed)).flat());
}

function userRecord(entry: UserEntry, passwordHash: string | null, existing: UserRecord | null): UserRecord {
  const networks = entry.networks === 'all' ? null : entry.networks;
  return {
    _id: entry.id,
    organisationId: entry.organisation_id,
    email: entry.email,
    passwordHash,
    role: entry.role,
    tier: entry.tier ?? existing?.tier ?? 1,
    networks: networks === undefined ? (existing?.networks ?? null) : networks,
    manageInventory: entry.manage_inventory ?? existing?.manageInventory ?? false,
    seesUnreleased: entry.sees_unreleased ?? existing?.seesUnreleased ?? false,
  };
}

/** A token that is there already is good for another ninety days. */
async function writeTokens({ deps, at }: Writing, entries: readonly UserEntry[]): Promise<void> {
  const holders = new Map(
    entries.flatMap((entry) =>
      entry.access_token === undefined ? [] : [[hashToken(entry.access_token), entry] as const],
    ),
  );
  const holderOf = byKey([...holders], ([hash]) => hash);
  if (holders.size === 0) return;
  await deps.stores.fleetWrites.upsert('accessTokens', [...holders.keys()], (hash, existing) => {
    const [, { id: userId, organisation_id: organisationId }] = holderOf(hash);
    return {
      _id: hash,
      kind: 'token',
      userId,
      organisationId,
      createdAt: existing?.createdAt ?? at,
      expiresAt: new Date(at.getTime() + TOKEN_LIFETIME_MS),
      lastUsedAt: existing?.lastUsedAt ?? null,
    };
  });
}
