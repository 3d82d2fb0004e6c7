import type { Scope } from '../../access/domain/access.js';
import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { DeviceRecord } from '../models/device.js';
import type { DeviceStateRecord } from '../models/device-state.js';
import type { InventoryModels } from '../models/models.js';
import type { UplinkRecord } from '../models/uplink.js';

export interface DeviceScopeFilter {
  organisationId: number;
  locationNetworkId?: { $in: (number | null)[] } | { $gte: number };
}

/** The scope as the part of a query on devices that no caller can leave out. */
export function deviceScope(scope: Scope): DeviceScopeFilter {
  const { organisationId, networkIds, unassigned } = scope;
  if (networkIds === 'all') {
    return unassigned ? { organisationId } : { organisationId, locationNetworkId: { $gte: 0 } };
  }
  return { organisationId, locationNetworkId: { $in: unassigned ? [...networkIds, null] : [...networkIds] } };
}

/** The scope on networks themselves. */
export function networkScope(scope: Scope): { organisationId: number; _id?: { $in: number[] } } {
  const { organisationId, networkIds } = scope;
  return networkIds === 'all' ? { organisationId } : { organisationId, _id: { $in: [...networkIds] } };
}

/** A device with the part of its state that lists show. */
export interface DeviceView {
  readonly device: DeviceListing;
  readonly lastHeartbeatAt: Date | null;
  readonly publicIp: string | null;
}

/** What lists read of a device: everything but what exists only to search and sort by. */
export type DeviceListing = Omit<DeviceRecord, 'searchText' | 'trigrams' | 'sort'>;

/** Projection that leaves the search fields in the database. */
export const LISTED = { searchText: 0, trigrams: 0, sort: 0 } as const;

type ListedState = Pick<DeviceStateRecord, '_id' | 'lastHeartbeatAt' | 'publicIp'>;

export interface DeviceStore {
  /** How many devices are in scope, and the revision of the inventory. Two round trips at once, three when restricted. */
  inventoryCounts(scope: Scope): Promise<InventoryCounts>;
  /** One round trip. */
  findByMac(scope: Scope, macId: string): Promise<DeviceListing | null>;
  /** Those of these MACs. One round trip for every 1,000. */
  findByMacs(scope: Scope, macIds: readonly string[]): Promise<DeviceListing[]>;
  /** Those of these ids. One round trip for every 1,000. */
  findByIds(scope: Scope, ids: readonly number[]): Promise<DeviceListing[]>;
  /** Adds the states to devices, in their order. One round trip for every 1,000. */
  withStates(devices: readonly DeviceListing[]): Promise<DeviceView[]>;
  /** The uplinks of devices that are not flagged deleted, by device id. One round trip. */
  uplinksOf(devices: readonly DeviceListing[]): Promise<Map<number, UplinkRecord[]>>;
}

/** Reads of the inventory; the scope is part of every query. */
export function createDeviceStore(models: InventoryModels): DeviceStore {
  return {
    inventoryCounts: (scope) => readInventoryCounts(models, scope),

    async findByMac(scope, macId) {
      return models.devices.findOne({ ...deviceScope(scope), macId }, LISTED).lean();
    },

    async findByMacs(scope, macIds) {
      const found: DeviceListing[] = [];
      for (const batch of batchesOf(macIds)) {
        found.push(
          ...(await models.devices
            .find({ ...deviceScope(scope), macId: { $in: batch } }, LISTED)
            .batchSize(ONE_ANSWER)
            .lean()),
        );
      }
      return found;
    },

    async findByIds(scope, ids) {
      const found: DeviceListing[] = [];
      for (const batch of batchesOf(ids)) {
        found.push(
          ...(await models.devices
            .find({ ...deviceScope(scope), _id: { $in: batch } }, LISTED)
            .batchSize(ONE_ANSWER)
            .lean()),
        );
      }
      return found;
    },

    async withStates(devices) {
      const byId = new Map<number, ListedState>();
      for (const batch of batchesOf(devices)) {
        const states = await models.deviceStates
          .find(ofDevices(batch, '_id'), { lastHeartbeatAt: 1, publicIp: 1 })
          .batchSize(ONE_ANSWER)
          .lean<ListedState[]>();
        for (const state of states) byId.set(state._id, state);
      }
      return devices.map((device) => {
        const state = byId.get(device._id);
        return { device, lastHeartbeatAt: state?.lastHeartbeatAt ?? null, publicIp: state?.publicIp ?? null };
      });
    },

    async uplinksOf(devices) {
      const uplinks = await models.uplinks
        .find({ ...ofDevices(devices, 'deviceId'), isDeleted: false })
        .sort({ _id: 1 })
        .lean();
      const byDevice = new Map<number, UplinkRecord[]>(devices.map((device) => [device._id, []]));
      for (const uplink of uplinks) byDevice.get(uplink.deviceId)?.push(uplink);
      return byDevice;
    },
  };
}

/** Devices that were read within a scope name their organisation, and so does every query that starts from them. */
function ofDevices(devices: readonly DeviceListing[], field: '_id' | 'deviceId') {
  return {
    organisationId: { $in: [...new Set(devices.map((device) => device.organisationId))] },
    [field]: { $in: devices.map((device) => device._id) },
  };
}

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
async function readInventoryCounts(
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
