import type { OperatorRecord } from '../../access/models/operator.js';
import { byKey, countsOf, type WriteSection } from './write.js';
import { nextCredentials, passwordHashes, writeTokens } from './write-credentials.js';

/** Nine round trips at most, and the time that passwords take. */
export const writeOperators: WriteSection<'operators'> = async (writing, entries) => {
  const { fleetLookup, fleetWrites, ids: idSource } = writing.deps.stores;
  const idOf = await fleetLookup.operatorIds(entries.map(({ email }) => email));
  const added = entries.filter(({ email }) => !idOf.has(email));
  const first = added.length === 0 ? 0 : await idSource.reserve('operators', added.length);
  added.forEach(({ email }, index) => idOf.set(email, first + index));
  const ids = [...idOf.values()];
  const stored = await fleetWrites.read('operators', ids);
  const hashes = await passwordHashes(entries, ({ email }) => stored.get(idOf.get(email) ?? 0) ?? null);
  const entryOf = byKey(entries, ({ email }) => idOf.get(email) ?? 0);
  const generations = new Map<number, number>();
  const written = await fleetWrites.upsert('operators', ids, (id, existing): OperatorRecord => {
    const entry = entryOf(id);
    const credentials = nextCredentials(hashes.get(entry), existing);
    generations.set(id, credentials.tokenGeneration ?? existing?.tokenGeneration ?? 0);
    const disabled = entry.disabled_at === undefined ? {} : { disabledAt: entry.disabled_at };
    return { _id: id, email: entry.email, ...credentials, ...disabled };
  });
  await writeTokens(
    writing,
    entries.map(({ email, access_token: token, access_tokens: backedUp }) => {
      const userId = idOf.get(email) ?? 0;
      return { token, backedUp, userId, organisationId: null, generation: generations.get(userId) ?? 0 };
    }),
  );
  return countsOf(written);
};
