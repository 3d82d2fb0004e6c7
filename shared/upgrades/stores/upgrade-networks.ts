import type { AnyBulkWriteOperation, QueryFilter } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { transition } from './transition.js';

export const REMOVED = 'The device was removed from the inventory';

/** Null: the device has no network. */
type NetworkId = number | null;
type Standing = Pick<UpgradeRecord, '_id' | 'routerInventoryId' | 'locationNetworkId' | 'status'>;

/**
 * Whether one of the devices has moved or was removed since it was read. Pending upgrades are written without a
 * transaction, so a device may move between the read and the write.
 */
export async function haveMoved(
  { devices }: UpgradeModels,
  organisationId: number,
  networks: ReadonlyMap<number, NetworkId>,
): Promise<boolean> {
  const now = await networksOf(devices, organisationId, [...networks.keys()]);
  return [...networks].some(([id, network]) => now.get(id) !== network);
}

/**
 * Whether an open upgrade of these devices, which have just moved to `network`, has another network: it was written
 * while they moved.
 */
export async function leftBehind(
  { upgrades }: UpgradeModels,
  organisationId: number,
  deviceIds: readonly number[],
  network: NetworkId,
): Promise<boolean> {
  const open = openOf(organisationId, deviceIds);
  return (await upgrades.exists({ ...open, locationNetworkId: { $ne: network } })) !== null;
}

/**
 * Copies the current network of at most 1,000 devices to their open upgrades, and cancels the pending upgrades of
 * removed devices. Re-checks after writing: if a move and a schedule race, whichever finishes last sees the mismatch
 * and repairs it.
 */
export async function followDevices(
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
    const networks = await networksOf(devices, organisationId, deviceIds);
    const writes = open.flatMap((upgrade) =>
      followUp(organisationId, upgrade, networks.get(upgrade.routerInventoryId), at),
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

async function networksOf(
  devices: UpgradeModels['devices'],
  organisationId: number,
  deviceIds: readonly number[],
): Promise<Map<number, NetworkId>> {
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
function followUp(
  organisationId: number,
  { _id, status, locationNetworkId }: Standing,
  network: NetworkId | undefined,
  at: Date,
): AnyBulkWriteOperation<UpgradeRecord>[] {
  if (network === locationNetworkId) return [];
  if (network !== undefined)
    return [
      { updateOne: { filter: { organisationId, _id }, update: { $set: { locationNetworkId: network } } } },
    ];
  if (status !== '') return [];
  const set = { at, message: REMOVED };
  return [
    { updateOne: transition('Pending', 'Cancelled', 'leftOrganisation', { organisationId, _id }, set) },
  ];
}
