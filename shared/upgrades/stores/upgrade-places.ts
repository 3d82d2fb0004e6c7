import type { AnyBulkWriteOperation, QueryFilter } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { transition } from './transition.js';

export const REMOVED = 'The device was removed from the inventory';

type Place = number | null;
type Standing = Pick<UpgradeRecord, '_id' | 'routerInventoryId' | 'locationNetworkId' | 'status'>;

/**
 * Whether one of the devices has moved or was removed since it was read. Pending upgrades are written without a
 * transaction, so a device may move between the read and the write.
 */
export async function haveMoved(
  { devices }: UpgradeModels,
  organisationId: number,
  places: ReadonlyMap<number, Place>,
): Promise<boolean> {
  const now = await placesOf(devices, organisationId, [...places.keys()]);
  return [...places].some(([id, place]) => now.get(id) !== place);
}

/**
 * Whether an open upgrade of these devices, which have just moved to `place`, has another network: it was written
 * while they moved.
 */
export async function leftBehind(
  { upgrades }: UpgradeModels,
  organisationId: number,
  deviceIds: readonly number[],
  place: Place,
): Promise<boolean> {
  const open = openOf(organisationId, deviceIds);
  return (await upgrades.exists({ ...open, locationNetworkId: { $ne: place } })) !== null;
}

/**
 * Copies the current network of at most 1,000 devices to their open upgrades, and cancels the pending upgrades of
 * removed devices. Re-checks after writing: if a move and a schedule race, whichever finishes last sees the mismatch
 * and repairs it.
 */
export async function settleUpgrades(
  { devices, upgrades }: UpgradeModels,
  organisationId: number,
  deviceIds: readonly number[],
  at: Date,
): Promise<void> {
  for (;;) {
    const open = await upgrades
      .find(
        openOf(organisationId, deviceIds),
        { routerInventoryId: 1, locationNetworkId: 1, status: 1 },
        { batchSize: ONE_ANSWER },
      )
      .lean<Standing[]>();
    const places = await placesOf(devices, organisationId, deviceIds);
    const writes = open.flatMap((upgrade) =>
      settled(organisationId, upgrade, places.get(upgrade.routerInventoryId), at),
    );
    if (writes.length === 0) return;
    await upgrades.bulkWrite(writes, { ordered: false });
  }
}

/** Selects open upgrades by the partial indexes of pending and dispatched upgrades. */
export function openOf(organisationId: number, deviceIds: readonly number[]): QueryFilter<UpgradeRecord> {
  const routerInventoryId = { $in: [...deviceIds] };
  return { organisationId, routerInventoryId, $or: [{ status: '' }, { inFlight: true }] };
}

async function placesOf(
  devices: UpgradeModels['devices'],
  organisationId: number,
  deviceIds: readonly number[],
): Promise<Map<number, Place>> {
  const found = await devices
    .find(
      { organisationId, _id: { $in: [...deviceIds] } },
      { locationNetworkId: 1 },
      { batchSize: ONE_ANSWER },
    )
    .lean();
  return new Map(found.map((device) => [device._id, device.locationNetworkId]));
}

/** A dispatched upgrade of a removed device ended with the device, or ends at its deadline. */
function settled(
  organisationId: number,
  { _id, status, locationNetworkId }: Standing,
  place: Place | undefined,
  at: Date,
): AnyBulkWriteOperation<UpgradeRecord>[] {
  if (place === locationNetworkId) return [];
  if (place !== undefined)
    return [
      { updateOne: { filter: { organisationId, _id }, update: { $set: { locationNetworkId: place } } } },
    ];
  if (status !== '') return [];
  const set = { at, message: REMOVED };
  return [
    { updateOne: transition('Pending', 'Cancelled', 'leftOrganisation', { organisationId, _id }, set) },
  ];
}
