import { authorOf, writeScope, type Caller } from '../../../access/domain/access.js';
import { DEFAULT_SCHEDULE_TYPE, type DueTime } from '../../domain/schedule-time.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { FirmwareReleaseRecord } from '../../../firmware/models/firmware-release.js';
import type { ScheduleRecord } from '../../models/schedule.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { PendingTerms } from '../../stores/pending-fields.js';
import type { UpgradeDeps } from '../../deps.js';
import { takesFirmware, unavailableName } from '../../domain/takes-firmware.js';
import { upgradeEntry } from '../../domain/upgrade-entries.js';
import { dropSpentSchedule } from './drop-schedule.js';
import { enqueueSchedule, type ScheduledUpgrades, type UpgradeRequest } from './schedule-upgrades.js';

/**
 * Changes one pending upgrade by one conditional write. With the same time it keeps its schedule. A new time needs a
 * separate schedule, which has the targets of the old one and is written first: if its upgrade is never moved to it,
 * its dispatch finds nothing to do.
 * @param others the schedule of the other devices of the request, created only together with the change
 * @returns null when the upgrade is no longer as it was read
 * @throws AppError upgradeNotPending when its device is gone
 */
export async function changePending(
  deps: UpgradeDeps,
  caller: Caller,
  upgrade: UpgradeRecord,
  request: UpgradeRequest,
  release: FirmwareReleaseRecord,
  time: DueTime,
  requestId: string | null,
  others: ScheduleRecord | null = null,
): Promise<ScheduledUpgrades | null> {
  const { stores, now, failpoint } = deps;
  const { organisationId, routerInventoryId: deviceId } = upgrade;
  const device = (await stores.targets.current([organisationId], [deviceId])).get(deviceId);
  // The device is being removed, which ends the upgrade.
  if (!device) throw new AppError('upgradeNotPending', { details: { id: upgrade._id } });
  const { version } = release;
  if (!takesFirmware(device, new Set(release.urls.map(({ partNumber }) => partNumber))))
    return { outcome: null, version, unavailable: [unavailableName(device)] };

  const terms = {
    version,
    releaseId: release._id,
    upgradeType: request.upgradeType,
    scheduleType: request.scheduleType ?? DEFAULT_SCHEDULE_TYPE,
    timeZone: time.zone,
    savePrevConfig: request.savePrevConfig,
    dueAt: time.dueAt,
  };
  const moved =
    time.dueAt.getTime() === upgrade.dueAt.getTime()
      ? null
      : await scheduleOfChange(deps, caller, upgrade, terms, requestId);
  await failpoint('change-prepared');
  const scheduleId = moved?._id ?? upgrade.scheduleId;
  const scope = writeScope(caller);
  const isWritten = await stores.pendingChanges.change(
    scope,
    upgrade,
    { ...terms, scheduleId },
    device,
    now(),
    upgradeEntry(upgrade, terms, now(), authorOf(caller)),
    others,
  );
  await failpoint('change-written');
  if (moved && isWritten) {
    await enqueueSchedule(deps, moved);
    await dropSpentSchedule(deps, organisationId, upgrade);
  } else if (moved) await dropSpentSchedule(deps, organisationId, { ...upgrade, scheduleId });
  return isWritten ? { outcome: 'updated', version, unavailable: [] } : null;
}

/** A schedule for one upgrade, with the targets and the networks of its former schedule. */
async function scheduleOfChange(
  { stores, now }: UpgradeDeps,
  caller: Caller,
  { organisationId, routerInventoryId, scheduleId }: UpgradeRecord,
  terms: Omit<PendingTerms, 'scheduleId'>,
  requestId: string | null,
): Promise<ScheduleRecord> {
  const itself = `AP:${routerInventoryId}`;
  const origin = (await stores.schedules.byIds(organisationId, [scheduleId])).get(scheduleId);
  const targets = origin?.targets.filter((target) => target === itself || !target.startsWith('AP:'));
  const at = now();
  const schedule: ScheduleRecord = {
    ...terms,
    _id: await stores.ids.reserve('schedules'),
    organisationId,
    userId: caller.userId,
    targets: targets ?? [itself],
    isChange: true,
    networkIds: origin?.networkIds ?? null,
    includesUnassigned: origin?.includesUnassigned ?? true,
    state: 'waiting',
    resolvedAt: at,
    touchedAt: at,
    requestId,
    dispatchedTo: null,
    dispatchedAt: null,
    createdAt: at,
  };
  await stores.schedules.create(schedule);
  return schedule;
}
