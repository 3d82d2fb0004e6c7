import { inScope, writeScope, type Caller } from '../../../access/domain/access.js';
import type { DueTime } from '../../domain/schedule-time.js';
import { isStillTargeted, withoutDevice } from '../../domain/upgrade-targets.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { FirmwareReleaseRecord } from '../../../firmware/models/firmware-release.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { UpgradeDeps } from '../../deps.js';
import { changePending } from './change-pending.js';
import { readTargets } from './read-request.js';
import {
  scheduleRecord,
  writeUpgrades,
  type ScheduledUpgrades,
  type UpgradeRequest,
} from './schedule-upgrades.js';

/**
 * Changes a pending upgrade with `aps` (docs/interface.md#upgrades-update-3). If they resolve to its own device, the
 * upgrade is changed by the same conditional write as without them, in one transaction with the schedule for the other
 * devices. Its device gets no upgrade from that schedule, whichever process continues it.
 * @returns null when the upgrade is no longer as it was read
 * @throws AppError upgradeTargetsUnknown, upgradeWithoutDevices, upgradeNotPending
 */
export async function changeTargets(
  deps: UpgradeDeps,
  caller: Caller,
  upgrade: UpgradeRecord,
  request: UpgradeRequest,
  release: FirmwareReleaseRecord,
  time: DueTime,
  requestId: string | null,
): Promise<ScheduledUpgrades | null> {
  const { stores, now, failpoint } = deps;
  const { organisationId, routerInventoryId: deviceId } = upgrade;
  const scope = writeScope(caller);
  const named = await readTargets(stores.targets, scope, request.aps);
  const segments = withoutDevice(named, deviceId);
  const device = (await stores.targets.current([organisationId], [deviceId])).get(deviceId);
  const isTargeted =
    device !== undefined &&
    inScope(scope, device.locationNetworkId) &&
    isStillTargeted(named, { ...device, id: deviceId });
  if (isTargeted && segments.length === 0)
    return changePending(deps, caller, upgrade, request, release, time, requestId);

  const id = await stores.ids.reserve('schedules');
  const others = scheduleRecord(id, caller, scope, segments, request, release, time, requestId, now());
  const isChanged = isTargeted && release.urls.some(({ partNumber }) => partNumber === device.partNumber);
  if (isChanged) {
    const changed = await changePending(deps, caller, upgrade, request, release, time, requestId, others);
    if (!changed?.outcome) return changed;
  } else await stores.schedules.create(others);
  await failpoint('schedule-written');
  const written = await writeUpgrades(deps, others, scope, segments, release, {
    except: deviceId,
    // A network or tag may get devices later.
    fallback: isChanged && segments.some(({ kind }) => kind !== 'device') ? 'updated' : null,
  });
  const unavailable = isTargeted && !isChanged ? [device.macId, ...written.unavailable] : written.unavailable;
  const outcome = isChanged ? 'updated' : written.outcome;
  if (outcome === null && unavailable.length === 0) throw new AppError('upgradeWithoutDevices');
  return { outcome, version: release.version, unavailable };
}
