import type { Scope } from '../../access/domain/access.js';
import type { OrganisationRecord } from '../../access/models/organisation.js';
import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { DeviceRecord } from '../models/device.js';
import type { DeviceStateRecord } from '../models/device-state.js';
import type { InventoryModels } from '../models/models.js';
import type { UplinkRecord } from '../models/uplink.js';

export interface DeviceScopeFilter {
  organisationId: number;
  locationNetworkId?: { $in: (number | null)[] } | { $gte: number };
}

/** The scope as a filter on devices, part of every query. */
export function deviceScope(scope: Scope): DeviceScopeFilter {
  const { organisationId, networkIds, unassigned } = scope;
  if (networkIds === 'all') {
    return unassigned ? { organisationId } : { organisationId, locationNetworkId: { $gte: 0 } };
  }
  return { organisationId, locationNetworkId: { $in: unassigned ? [...networkIds, null] : [...networkIds] } };
}

/** The scope as a filter on networks. */
export function networkScope(scope: Scope): { organisationId: number; _id?: { $in: number[] } } {
  const { organisationId, networkIds } = scope;
  return networkIds === 'all' ? { organisationId } : { organisationId, _id: { $in: [...networkIds] } };
}

/** A device with the part of its state that lists show. */
export interface DeviceView {
  readonly device: ShownDevice;
  readonly lastHeartbeatAt: Date | null;
  readonly publicIp: string | null;
}

/** A device without the fields that exist only to search and sort by. */
export type DeviceListing = Omit<DeviceRecord, 'searchText' | 'trigrams' | 'sort'>;

/** Projection that leaves the search fields in the database. */
export const LISTED = { searchText: 0, trigrams: 0, sort: 0 } as const;

/** A device with the fields that lists show. */
export type ShownDevice = Omit<
  DeviceListing,
  'tagIds' | 'networkSince' | 'tagsSince' | 'configurationSeq' | 'radio' | 'command'
>;

export const SHOWN = {
  ...LISTED,
  tagIds: 0,
  networkSince: 0,
  tagsSince: 0,
  configurationSeq: 0,
  radio: 0,
  command: 0,
} as const;

type ListedState = Pick<DeviceStateRecord, '_id' | 'lastHeartbeatAt' | 'publicIp'>;

/** Reads of the inventory; the scope is part of every query. */
export function createDeviceStore(models: InventoryModels) {
  return {
    /** How many devices are in scope. */
    count: async (scope: Scope): Promise<number> => countInScope(await readCounts(models, scope), scope),
    /** How many devices are in scope, and the revision of the inventory. */
    inventoryCounts: (scope: Scope): Promise<InventoryCounts> => readInventoryCounts(models, scope),

    async findByMac(scope: Scope, macId: string): Promise<DeviceListing | null> {
      return models.devices.findOne({ ...deviceScope(scope), macId }, LISTED).lean();
    },

    async findByMacs(scope: Scope, macIds: readonly string[]): Promise<DeviceListing[]> {
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

    async findByIds(scope: Scope, ids: readonly number[]): Promise<DeviceListing[]> {
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

    /** Adds the states to devices, in their order. */
    async withStates(devices: readonly ShownDevice[]): Promise<DeviceView[]> {
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

    /** The uplinks of devices that are not flagged deleted, by device id. */
    async uplinksOf(devices: readonly ShownDevice[]): Promise<Map<number, UplinkRecord[]>> {
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

/** Devices were read within a scope; queries that start from them keep the organisation. */
function ofDevices(devices: readonly ShownDevice[], field: '_id' | 'deviceId') {
  return {
    organisationId: { $in: [...new Set(devices.map((device) => device.organisationId))] },
    [field]: { $in: devices.map((device) => device._id) },
  };
}

export interface InventoryCounts {
  /** Devices in scope. */
  readonly count: number;
  /**
   * Changes whenever anything changes that a search or list of the organisation shows. A result computed after the
   * revision was read is exact while the revision stays the same.
   */
  readonly revision: string;
}

interface StoredCounts {
  readonly organisation: Partial<OrganisationRecord> | null;
  /** Of the networks in scope; null when these are all. */
  readonly networks: readonly { readonly deviceCount: number }[] | null;
}

/** Reads the counts that are stored with the records; never counts. */
async function readCounts({ organisations, networks }: InventoryModels, scope: Scope): Promise<StoredCounts> {
  const [organisation, visible] = await Promise.all([
    organisations.findOne({ _id: scope.organisationId }, COUNTS).lean(),
    scope.networkIds === 'all' ? null : networks.find(networkScope(scope), { deviceCount: 1 }).lean(),
  ]);
  return { organisation, networks: visible };
}

function countInScope({ organisation, networks }: StoredCounts, scope: Scope): number {
  const { deviceCount = 0, unassignedCount = 0 } = organisation ?? {};
  const assigned =
    networks?.reduce((sum, network) => sum + network.deviceCount, 0) ?? deviceCount - unassignedCount;
  return assigned + (scope.unassigned ? unassignedCount : 0);
}

async function readInventoryCounts(models: InventoryModels, scope: Scope): Promise<InventoryCounts> {
  const [stored, reported] = await Promise.all([
    readCounts(models, scope),
    models.firmwareRevisions.findOne({ _id: scope.organisationId }).lean(),
  ]);
  const { inventoryRevision = 0, firmwareRevision = 0 } = stored.organisation ?? {};
  return {
    count: countInScope(stored, scope),
    revision: [inventoryRevision, firmwareRevision, reported?.revision ?? 0].join('.'),
  };
}

const COUNTS = { deviceCount: 1, unassignedCount: 1, inventoryRevision: 1, firmwareRevision: 1 } as const;
