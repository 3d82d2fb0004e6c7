import type { AnyBulkWriteOperation, QueryFilter } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { transition } from './transition.js';

export const REMOVED = 'The device was removed from the inventory';

type Place = number | null;
type Standing = Pick<UpgradeRecord, '_id' | 'routerInventoryId' | 'locationNetworkId' | 'status'>;

/**
 * Whether a device stands elsewhere than when it was read, or is gone. Pending upgrades are written without a
 * transaction, so that a device may move between the read and the write; whoever writes asks this afterwards. One
 * round trip.
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
 * Whether an open upgrade of these devices, which have just been put somewhere, says that they are elsewhere: it was
 * written while they moved. One round trip.
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
 * Brings the open upgrades of at most 1,000 devices to where their devices stand now, and cancels the pending ones of
 * devices that are gone. It looks again after it has written, so that of several at once the last one finds
 * everything in its place: whoever moves devices and whoever gives them upgrades both end with this where their own
 * look has found something. Two round trips, and three more each time something is written.
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

/** Selects what has not ended: the partial indexes of pending and released upgrades answer it. */
export function openOf(organisationId: number, deviceIds: readonly number[]): QueryFilter<UpgradeRecord> {
  const routerInventoryId = { $in: [...deviceIds] };
  return { organisationId, routerInventoryId, $or: [{ status: '' }, { released: true }] };
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

/** A released one whose device is gone was ended with it, or will be by its deadline. */
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
