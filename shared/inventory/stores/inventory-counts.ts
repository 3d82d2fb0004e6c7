import type { ClientSession } from 'mongoose';
import { AppError } from '../../platform/errors/app-error.js';
import { blockChanges } from '../../platform/values/id-blocks.js';
import type { DeviceRecord } from '../models/device.js';
import type { InventoryModels } from '../models/models.js';

type CountedDevice = Pick<DeviceRecord, '_id' | 'locationNetworkId'>;

/** Devices before a change and after it. */
export interface CountedDevices {
  readonly before: readonly CountedDevice[];
  readonly after: readonly CountedDevice[];
}

/**
 * Updates the counts of the organisation and its networks for devices that were added, moved or removed, in the
 * transaction that changes the devices.
 */
export async function writeCounts(
  models: InventoryModels,
  session: ClientSession,
  organisationId: number,
  { before, after }: CountedDevices,
): Promise<void> {
  const changes = new Map<number | null, number>();
  for (const { locationNetworkId: networkId } of before)
    changes.set(networkId, (changes.get(networkId) ?? 0) - 1);
  for (const { locationNetworkId: networkId } of after)
    changes.set(networkId, (changes.get(networkId) ?? 0) + 1);
  const deviceCount = after.length - before.length;
  const blocks = blockChanges('deviceBlocks', idsOf(before), idsOf(after));
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

function idsOf(devices: readonly CountedDevice[]): number[] {
  return devices.map(({ _id }) => _id);
}
