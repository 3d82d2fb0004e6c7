import type { Caller, Scope } from '../../access/domain/access.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { scheduleRecord, writeUpgrades } from '../../upgrades/operations/schedule/schedule-upgrades.js';
import type { BulkDeps } from '../deps.js';
import type { BulkChange } from '../domain/bulk-change.js';
import type { BulkOperationRecord } from '../models/bulk-operation.js';

interface Upgrade {
  readonly caller: Caller;
  readonly scope: Scope;
  readonly change: Extract<BulkChange, { action: 'upgrade' }>;
}

/**
 * Schedules the upgrade of up to 1,000 devices. The devices count as changed in the transaction that writes the schedule:
 * when the process dies afterwards, the sweep writes the upgrades.
 * @returns the devices whose part has a file in the release
 * @throws AppError noFirmwareData when the release is gone; BatchStopped
 */
export async function upgradeDevices(
  deps: BulkDeps,
  { requestId, organisationId }: BulkOperationRecord,
  { caller, scope, change }: Upgrade,
  devices: readonly DeviceListing[],
  accompany: Accompany<readonly number[]>,
): Promise<ReadonlySet<number>> {
  const { stores, now, failpoint } = deps;
  const release = (await stores.firmware.byIds([change.releaseId])).get(change.releaseId);
  if (!release) throw new AppError('noFirmwareData');
  const parts = new Set(release.urls.map(({ partNumber }) => partNumber));
  const ids = devices.filter(({ partNumber }) => parts.has(partNumber)).map(({ _id }) => _id);
  if (ids.length === 0) return new Set();
  const segments = [{ kind: 'device' as const, ids }];
  const { upgradeType, scheduleType, savePrevConfig, dueAt, timeZone: zone } = change;
  const id = await stores.ids.reserve('schedules');
  const schedule = scheduleRecord(
    id,
    caller,
    scope,
    segments,
    { upgradeType, scheduleType, savePrevConfig },
    release,
    { dueAt, zone },
    requestId,
    now(),
  );
  await stores.transact(organisationId, async (session) => {
    await stores.schedules.create(schedule, session);
    await accompany(ids, session);
  });
  await failpoint('bulk-scheduled');
  await writeUpgrades(deps, schedule, scope, segments, release);
  return new Set(ids);
}
