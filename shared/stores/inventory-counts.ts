import type { ClientSession } from 'mongoose';
import type { Models } from '../models/models.js';

/** Where devices stood before a change and where they stand after it: a network's id, null for in none. */
export interface Places {
  readonly before: readonly (number | null)[];
  readonly after: readonly (number | null)[];
}

/**
 * Brings the counts that are kept with organisation and networks in line with devices that came, moved or left, in
 * the transaction that changes the devices. Two round trips at most.
 */
export async function writeCounts(
  models: Models,
  session: ClientSession,
  organisationId: number,
  { before, after }: Places,
): Promise<void> {
  const changes = new Map<number | null, number>();
  for (const place of before) changes.set(place, (changes.get(place) ?? 0) - 1);
  for (const place of after) changes.set(place, (changes.get(place) ?? 0) + 1);
  const deviceCount = after.length - before.length;
  const unassignedCount = changes.get(null) ?? 0;
  await models.organisations.updateOne(
    { _id: organisationId },
    { $inc: { deviceCount, unassignedCount, inventoryRevision: 1 } },
    { session },
  );
  await writeNetworkCounts(models, session, organisationId, changes);
}

/** Adds to the counts of networks; null stands for no network and is left out. One round trip, none for no change. */
export async function writeNetworkCounts(
  { networks }: Models,
  session: ClientSession,
  organisationId: number,
  changes: ReadonlyMap<number | null, number>,
): Promise<void> {
  const writes = [...changes]
    .filter((change): change is [number, number] => change[0] !== null && change[1] !== 0)
    .map(([_id, deviceCount]) => ({
      updateOne: { filter: { _id, organisationId }, update: { $inc: { deviceCount } } },
    }));
  if (writes.length > 0) await networks.bulkWrite(writes, { session, ordered: false });
}
