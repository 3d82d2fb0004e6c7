import type { ClientSession } from 'mongoose';
import { blockChanges } from '../domain/device-blocks.js';
import type { DeviceRecord } from '../models/device.js';
import type { InventoryModels } from '../models/models.js';

type Placed = Pick<DeviceRecord, '_id' | 'locationNetworkId'>;

/** Devices as they stood before a change and as they stand after it. */
export interface PlacedDevices {
  readonly before: readonly Placed[];
  readonly after: readonly Placed[];
}

/**
 * Brings the counts that are kept with organisation and networks in line with devices that came, moved or left, in
 * the transaction that changes the devices. Two round trips at most.
 */
export async function writeCounts(
  models: InventoryModels,
  session: ClientSession,
  organisationId: number,
  { before, after }: PlacedDevices,
): Promise<void> {
  const changes = new Map<number | null, number>();
  for (const { locationNetworkId: place } of before) changes.set(place, (changes.get(place) ?? 0) - 1);
  for (const { locationNetworkId: place } of after) changes.set(place, (changes.get(place) ?? 0) + 1);
  const deviceCount = after.length - before.length;
  const blocks = blockChanges(idsOf(before), idsOf(after));
  const unassignedCount = changes.get(null) ?? 0;
  await models.organisations.updateOne(
    { _id: organisationId },
    { $inc: { deviceCount, unassignedCount, inventoryRevision: 1, ...blocks } },
    { session },
  );
  await writeNetworkCounts(models, session, organisationId, changes);
}

/** Adds to the counts of networks; null stands for no network and is left out. One round trip, none for no change. */
export async function writeNetworkCounts(
  { networks }: InventoryModels,
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

function idsOf(devices: readonly Placed[]): number[] {
  return devices.map(({ _id }) => _id);
}
