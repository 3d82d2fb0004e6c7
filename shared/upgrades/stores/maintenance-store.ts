import type { Scope } from '../../access/domain/access.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { MAINTENANCE_STATUSES, type Maintenance } from '../domain/maintenance.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';

/** Upgrades that are Installing or Verifying. */
export function createMaintenanceStore({ upgrades }: UpgradeModels) {
  const inMaintenance = { inFlight: true, status: { $in: [...MAINTENANCE_STATUSES] } };

  return {
    /** The upgrades in maintenance of a device, and of the switches of its network. */
    async around({
      _id: routerInventoryId,
      organisationId,
      locationNetworkId,
    }: DeviceListing): Promise<Maintenance[]> {
      const own = await upgrades
        .find({ organisationId, routerInventoryId, ...inMaintenance }, SHOWN)
        .hint('one_in_flight_per_device')
        .lean<Shown[]>();
      if (locationNetworkId === null) return own.map(maintenanceOf);
      const switches = await upgrades
        .find({ organisationId, locationNetworkId, isSwitch: true, attempts: BEGUN, ...inMaintenance }, SHOWN)
        .hint('network_begun')
        .batchSize(ONE_ANSWER)
        .lean<Shown[]>();
      return [...own, ...switches].map(maintenanceOf);
    },
    /** The upgrades in maintenance within the scope, by id after one of them. */
    async page(
      { organisationId, networkIds, unassigned }: Scope,
      after: number,
      limit: number,
    ): Promise<Maintenance[]> {
      const _id = { $gt: after };
      if (networkIds !== 'all') {
        const among = [...networkIds, ...(unassigned ? [null] : [])];
        const found = await upgrades
          .find(
            {
              organisationId,
              locationNetworkId: { $in: among },
              attempts: BEGUN,
              ...inMaintenance,
              _id,
            },
            SHOWN,
          )
          .hint('network_begun')
          .sort({ _id: 1 })
          .limit(limit)
          .batchSize(limit + 1)
          .lean<Shown[]>();
        return found.map(maintenanceOf);
      }
      // One query for each status, because each is in the order of the index.
      const found: Shown[] = [];
      for (const status of MAINTENANCE_STATUSES)
        found.push(
          ...(await upgrades
            .find({ organisationId, status, _id }, SHOWN)
            .hint('sort_status')
            .sort({ _id: 1 })
            .limit(limit)
            .batchSize(limit + 1)
            .lean<Shown[]>()),
        );
      // One that moved on between the queries is found twice.
      const byId = new Map(found.map((upgrade) => [upgrade._id, upgrade]));
      return [...byId.values()]
        .sort((a, b) => a._id - b._id)
        .slice(0, limit)
        .map(maintenanceOf);
    },
  };
}

/** As the partial index has it: an upgrade in maintenance has begun a try. */
const BEGUN = { $gt: 0 };

const SHOWN = {
  status: 1,
  deadlineAt: 1,
  statusSince: 1,
  macId: 1,
  deviceName: 1,
  locationNetworkId: 1,
  isSwitch: 1,
  rolloutId: 1,
} as const;

type Shown = Pick<
  UpgradeRecord,
  | '_id'
  | 'status'
  | 'deadlineAt'
  | 'statusSince'
  | 'macId'
  | 'deviceName'
  | 'locationNetworkId'
  | 'isSwitch'
  | 'rolloutId'
>;

function maintenanceOf({ _id, status, deadlineAt, statusSince, ...upgrade }: Shown): Maintenance {
  return {
    upgradeId: _id,
    rolloutId: upgrade.rolloutId ?? null,
    until: deadlineAt ?? statusSince,
    status: status as Maintenance['status'],
    macId: upgrade.macId,
    deviceName: upgrade.deviceName,
    networkId: upgrade.locationNetworkId,
    isSwitch: upgrade.isSwitch === true,
  };
}
