import type { FleetEntries } from '../domain/entries.js';
import type { UserRecord } from '../../access/models/user.js';
import { byKey, countsOf, type WriteSection } from './write.js';
import { nextCredentials, passwordHashes, writeTokens } from './write-credentials.js';

type UserEntry = FleetEntries['users'];

/** Seven round trips at most, and the time that passwords take: some 50 ms each. */
export const writeUsers: WriteSection<'users'> = async (writing, entries) => {
  const { fleetWrites } = writing.deps.stores;
  const ids = entries.map(({ id }) => id);
  const entryOf = byKey(entries, ({ id }) => id);
  const stored = await fleetWrites.read('users', ids);
  const hashes = await passwordHashes(entries, ({ id }) => stored.get(id) ?? null);
  const generations = new Map<number, number>();
  const written = await fleetWrites.upsert('users', ids, (id, existing) => {
    const credentials = nextCredentials(hashes.get(entryOf(id)), existing);
    generations.set(id, credentials.tokenGeneration ?? existing?.tokenGeneration ?? 0);
    return { ...userRecord(entryOf(id), existing), ...credentials };
  });
  await writeTokens(
    writing,
    entries.map(
      ({ id: userId, organisation_id: organisationId, access_token: token, access_tokens: backedUp }) => {
        return { token, backedUp, userId, organisationId, generation: generations.get(userId) ?? 0 };
      },
    ),
  );
  return countsOf(written);
};

function userRecord(entry: UserEntry, existing: UserRecord | null): Omit<UserRecord, 'passwordHash'> {
  const networks = entry.networks === 'all' ? null : entry.networks;
  return {
    _id: entry.id,
    organisationId: entry.organisation_id,
    email: entry.email,
    role: entry.role,
    tier: entry.tier ?? existing?.tier ?? 1,
    networks: networks === undefined ? (existing?.networks ?? null) : networks,
    manageInventory: entry.manage_inventory ?? existing?.manageInventory ?? false,
    seesUnreleased: entry.sees_unreleased ?? existing?.seesUnreleased ?? false,
    ...(entry.disabled_at === undefined ? {} : { disabledAt: entry.disabled_at }),
  };
}
