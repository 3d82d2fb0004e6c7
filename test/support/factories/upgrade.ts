import { versionSortKey } from '../../../shared/domain/firmware-version.js';
import { isReleased, storedStatus, type UpgradeStatus } from '../../../shared/domain/upgrade-status.js';
import type { DeviceRecord } from '../../../shared/models/device.js';
import type { UpgradeRecord } from '../../../shared/models/upgrade.js';
import type { ApiDeps } from '../../../api/deps.js';

/** An upgrade of a device in this status, of a schedule that nobody else knows. */
export async function makeUpgrade(
  { stores, mongo, now }: ApiDeps,
  device: DeviceRecord,
  status: UpgradeStatus,
  fields: Partial<UpgradeRecord> = {},
): Promise<UpgradeRecord> {
  const at = now();
  const record: UpgradeRecord = {
    _id: await stores.ids.reserve('upgrades'),
    organisationId: device.organisationId,
    routerInventoryId: device._id,
    locationNetworkId: device.locationNetworkId,
    macId: device.macId,
    deviceName: device.name,
    scheduleId: await stores.ids.reserve('schedules'),
    formerScheduleIds: [],
    version: '2.0.0',
    releaseId: 1,
    upgradeType: 'automatic',
    scheduleType: 'now',
    timeZone: null,
    savePrevConfig: false,
    dueAt: at,
    status: storedStatus(status),
    released: isReleased(status),
    statusSince: at,
    deadlineAt: isReleased(status) ? new Date(at.getTime() + 3_600_000) : null,
    toldAt: null,
    nextAttemptAt: null,
    attempts: 0,
    progress: null,
    message: null,
    createdAt: at,
    updatedAt: at,
    searchText: '',
    versionOrder: versionSortKey(fields.version ?? '2.0.0'),
    ...fields,
  };
  await mongo.models.upgrades.collection.insertOne(record as never);
  return record;
}
