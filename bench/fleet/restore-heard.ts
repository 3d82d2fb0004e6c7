import type { AnyBulkWriteOperation } from 'mongoose';
import { timeSortKey } from '../../shared/inventory/domain/device-search.js';
import type { DeviceStateRecord } from '../../shared/inventory/models/device-state.js';
import type { TwoSizes } from './bench-fleet.js';
import type { OrganisationLayout } from './fleet-plan.js';
import { generatedDevice } from './generated-device.js';

const BATCH = 1000;
const AT_ONCE = 4;

/**
 * Sets when each device was last heard to what the fleet was loaded with, where another benchmark has changed it: lists of
 * devices by state are compared in fleets of the same shares only.
 * @returns how many devices it has changed
 */
export async function restoreHeard(fleet: TwoSizes): Promise<number> {
  let changed = 0;
  for (const organisation of [fleet.small, fleet.large])
    for (let offset = 0; offset < organisation.devices; offset += AT_ONCE * BATCH) {
      const offsets = Array.from({ length: AT_ONCE }, (_, index) => offset + index * BATCH);
      const counts = await Promise.all(offsets.map((from) => restoreBatch(fleet, organisation, from)));
      changed += counts.reduce((sum, count) => sum + count, 0);
    }
  return changed;
}

async function restoreBatch(
  { mongo, plan }: TwoSizes,
  organisation: OrganisationLayout,
  offset: number,
): Promise<number> {
  const { deviceStates } = mongo.models;
  const first = organisation.firstDeviceId + offset;
  const found = await deviceStates
    .find(
      { organisationId: organisation.id, _id: { $gte: first, $lt: first + BATCH } },
      { lastHeartbeatAt: 1, sortKey: 1 },
    )
    .batchSize(BATCH + 1)
    .lean<Pick<DeviceStateRecord, '_id' | 'lastHeartbeatAt' | 'sortKey'>[]>();
  const writes = found.flatMap(
    ({ _id, lastHeartbeatAt, sortKey: key }): AnyBulkWriteOperation<DeviceStateRecord>[] => {
      const { last_heartbeat: heard } = generatedDevice(plan, organisation, _id - organisation.firstDeviceId);
      const at = heard && new Date(heard.at);
      const sortKey = timeSortKey(at, _id);
      if (key === sortKey && lastHeartbeatAt?.getTime() === at?.getTime()) return [];
      const filter = { _id, organisationId: organisation.id };
      return [{ updateOne: { filter, update: { $set: { lastHeartbeatAt: at, sortKey } } } }];
    },
  );
  if (writes.length > 0) await deviceStates.bulkWrite(writes, { ordered: false });
  return writes.length;
}
