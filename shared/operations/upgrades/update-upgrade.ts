import { inScope, mayChange, writeScope, type Caller } from '../../domain/access.js';
import { shownScheduleAt } from '../../domain/upgrade-search.js';
import { AppError } from '../../errors/app-error.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { SchedulingDeps } from '../deps.js';
import { scheduleUpgrades, type ScheduledUpgrades, type UpgradeRequest } from './schedule-upgrades.js';
import { showUpgrade } from './show-upgrade.js';

/** What is absent stays as it is. */
export type UpgradeChange = { readonly [K in keyof UpgradeRequest]?: UpgradeRequest[K] | undefined };

/**
 * Changes a pending upgrade; with `aps` every device that those resolve to gets the same (decisions, upgrades: PUT or
 * PATCH). The change is a schedule of its own, so the time of one upgrade moves without touching others. One round
 * trip more than scheduling.
 * @throws AppError upgradeNotFound, forbidden, upgradeNotPending, and what scheduling throws
 */
export async function updateUpgrade(
  deps: SchedulingDeps,
  caller: Caller,
  id: number,
  change: UpgradeChange,
  requestId: string | null,
): Promise<ScheduledUpgrades> {
  const upgrade = await showUpgrade(deps, caller, id);
  if (!mayChange(caller) || !inScope(writeScope(caller), upgrade.locationNetworkId))
    throw new AppError('forbidden');
  if (upgrade.status !== '') throw new AppError('upgradeNotPending', { details: { id } });
  return scheduleUpgrades(deps, caller, merged(upgrade, change), requestId);
}

function merged(upgrade: UpgradeRecord, change: UpgradeChange): UpgradeRequest {
  const scheduleType = change.scheduleType ?? upgrade.scheduleType;
  const timeZone = change.timeZone ?? upgrade.timeZone;
  return {
    version: change.version ?? upgrade.version,
    upgradeType: change.upgradeType ?? upgrade.upgradeType,
    scheduleType,
    // The stored time is shown with its offset, so that it stays the same instant when only the zone is changed.
    scheduleAt: change.scheduleAt ?? shownScheduleAt(upgrade.scheduleType, upgrade.dueAt, upgrade.timeZone),
    timeZone,
    savePrevConfig: change.savePrevConfig ?? upgrade.savePrevConfig,
    aps: change.aps ?? [`AP:${upgrade.routerInventoryId}`],
  };
}
