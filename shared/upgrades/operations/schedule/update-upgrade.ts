import { inScope, mayChange, writeScope, type Caller } from '../../../access/domain/access.js';
import { changeScheduleTime } from '../../domain/schedule-time.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { UpgradeDeps } from '../../deps.js';
import { changePending } from './change-pending.js';
import { changeTargets } from './change-targets.js';
import { releaseOfChange } from './read-request.js';
import type { ScheduledUpgrades, UpgradeRequest } from './schedule-upgrades.js';
import { showUpgrade } from '../list/show-upgrade.js';

/** An absent field stays as it is. */
export type UpgradeChange = { readonly [K in keyof UpgradeRequest]?: UpgradeRequest[K] | undefined };

/** A try fails only if another change of this upgrade was written in between. */
const MAX_TRIES = 64;

/**
 * Changes a pending upgrade. With `aps`, schedules the changed request for the other devices that they resolve to.
 * Checks, in this order, that the upgrade exists, that the caller may change it, that it is pending, and that the change is
 * present and valid. Absent fields keep the values that were read, so the upgrade is read again if another change was
 * written in between.
 * @param change null when the request has none
 * @throws AppError upgradeNotFound, forbidden, upgradeNotPending, invalidParameters, and what scheduling throws;
 *   overloaded when all tries are lost
 */
export async function updateUpgrade(
  deps: UpgradeDeps,
  caller: Caller,
  id: number,
  change: UpgradeChange | null,
  requestId: string | null,
): Promise<ScheduledUpgrades> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const upgrade = await findToChange(deps, caller, id);
    if (!change) throw new AppError('invalidParameters', { text: 'upgrade is required' });

    // The pending upgrade of a rollout has no time of its own.
    const timed = upgrade.inRollout ? { ...upgrade, dueAt: deps.now() } : upgrade;
    const time = changeScheduleTime(timed, change, deps.now());
    const request = merged(upgrade, change);
    const release = await releaseOfChange(deps.stores.firmware, caller, request, change, upgrade);
    if (!time.ok) throw new AppError('scheduleTimeInvalid', { text: time.reason });
    const write = change.aps ? changeTargets : changePending;
    const changed = await write(deps, caller, upgrade, request, release, time, requestId);
    if (changed) return changed;
  }
  throw new AppError('overloaded');
}

/** An upgrade that the caller may change. @throws AppError upgradeNotFound, forbidden, upgradeNotPending */
export async function findToChange(deps: UpgradeDeps, caller: Caller, id: number): Promise<UpgradeRecord> {
  const upgrade = await showUpgrade(deps, caller, id);
  if (!mayChange(caller) || !inScope(writeScope(caller), upgrade.locationNetworkId))
    throw new AppError('forbidden');
  if (upgrade.status !== '') throw new AppError('upgradeNotPending', { details: { id } });
  return upgrade;
}

function merged(upgrade: UpgradeRecord, change: UpgradeChange): UpgradeRequest {
  return {
    version: change.version ?? upgrade.version,
    upgradeType: change.upgradeType ?? upgrade.upgradeType,
    scheduleType: change.scheduleType ?? upgrade.scheduleType,
    scheduleAt: change.scheduleAt ?? null,
    timeZone: change.timeZone ?? upgrade.timeZone,
    savePrevConfig: change.savePrevConfig ?? upgrade.savePrevConfig,
    aps: change.aps ?? [],
  };
}
