import type { ClientSession } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import { blockChanges } from '../domain/device-blocks.js';
import type { DeviceRecord } from '../models/device.js';
import type { InventoryModels } from '../models/models.js';
import { networkScope } from './device-scope.js';

export interface InventoryCounts {
  /** Devices in scope. */
  readonly count: number;
  /**
   * Changes whenever something changes that a search of the organisation could find or lists show. What was
   * computed under a revision that was read before is exact for as long as the revision is the same.
   */
  readonly revision: string;
}

/** From counts that are kept with the records, never by counting. Two round trips at once, three when restricted. */
export async function readInventoryCounts(
  { organisations, networks, firmwareRevisions }: InventoryModels,
  scope: Scope,
): Promise<InventoryCounts> {
  const [organisation, visible, reported] = await Promise.all([
    organisations
      .findOne(
        { _id: scope.organisationId },
        { deviceCount: 1, unassignedCount: 1, inventoryRevision: 1, firmwareRevision: 1 },
      )
      .lean(),
    scope.networkIds === 'all' ? null : networks.find(networkScope(scope), { deviceCount: 1 }).lean(),
    firmwareRevisions.findOne({ _id: scope.organisationId }).lean(),
  ]);
  const { deviceCount, unassignedCount, inventoryRevision, firmwareRevision } = { ...NONE, ...organisation };
  const assigned =
    visible?.reduce((sum, network) => sum + network.deviceCount, 0) ?? deviceCount - unassignedCount;
  return {
    count: assigned + (scope.unassigned ? unassignedCount : 0),
    revision: [inventoryRevision, firmwareRevision, reported?.revision ?? 0].join('.'),
  };
}

const NONE = { deviceCount: 0, unassignedCount: 0, inventoryRevision: 0, firmwareRevision: 0 };

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
