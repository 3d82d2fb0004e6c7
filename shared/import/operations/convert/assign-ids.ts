import type { IdSequence } from '../../../platform/mongo/ids.js';
import type { FleetDeps } from '../../deps.js';

/** The ids of records by key: those of stored records, and new ones. */
export type Ids = ReadonlyMap<string, number>;

/**
 * Keeps the ids of stored records, and reserves ids from `firstId` for the others in their order. Reserved ids are given
 * to nothing else, even when the fleet is never imported.
 */
export async function assignIds(
  { stores }: Pick<FleetDeps, 'stores'>,
  sequence: IdSequence,
  keys: Iterable<string>,
  stored: Ids,
  firstId: number,
): Promise<Ids> {
  const all = [...new Set(keys)];
  const added = all.filter((key) => !stored.has(key));
  if (added.length === 0) return stored;
  await stores.ids.skipTo(sequence, firstId - 1);
  const first = await stores.ids.reserve(sequence, added.length);
  return new Map([...stored, ...added.map((key, index) => [key, first + index] as const)]);
}
