import type { ClientSession } from 'mongoose';
import { AppError } from '../../platform/errors/app-error.js';
import { blockChanges } from '../domain/device-blocks.js';
import type { DeviceRecord } from '../models/device.js';
import type { InventoryModels } from '../models/models.js';

type Placed = Pick<DeviceRecord, '_id' | 'locationNetworkId'>;

/** Devices before a change and after it. */
export interface PlacedDevices {
  readonly before: readonly Placed[];
  readonly after: readonly Placed[];
}

/**
 * Updates the counts of the organisation and its networks for devices that were added, moved or removed, in the
 * transaction that changes the devices.
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

/**
 * Adds to the counts of networks; ignores null, which means no network.
 * @throws AppError networkNotFound when devices come to a network that was deleted in the meantime
 */
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
  if (writes.length === 0) return;
  const { matchedCount } = await networks.bulkWrite(writes, { session, ordered: false });
  if (matchedCount === writes.length) return;
  const growing = [...changes].flatMap(([_id, count]) => (_id !== null && count > 0 ? [_id] : []));
  const known = await networks.countDocuments({ organisationId, _id: { $in: growing } }, { session }).exec();
  if (known < growing.length) throw new AppError('networkNotFound');
}

function idsOf(devices: readonly Placed[]): number[] {
  return devices.map(({ _id }) => _id);
}
