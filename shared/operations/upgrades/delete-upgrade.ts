import { inScope, mayChange, writeScope, type Caller } from '../../domain/access.js';
import { AppError } from '../../errors/app-error.js';
import type { SchedulingDeps } from '../deps.js';
import { dropEmptySchedules } from './drop-empty-schedules.js';
import { showUpgrade } from './show-upgrade.js';

/**
 * Deletes a pending upgrade, and with the last one of a schedule the schedule and its job (Interface document,
 * upgrades: delete). One conditional delete decides; the read after a refusal only chooses its name. One round trip,
 * three more for the schedule.
 * @throws AppError upgradeNotFound, forbidden, upgradeNotPending
 */
export async function deleteUpgrade(deps: SchedulingDeps, caller: Caller, id: number): Promise<void> {
  const scope = writeScope(caller);
  const scheduleId = await deps.stores.upgrades.deletePending(scope, id);
  if (scheduleId !== null) return dropEmptySchedules(deps, caller.organisationId, [scheduleId]);
  const upgrade = await showUpgrade(deps, caller, id);
  if (!mayChange(caller) || !inScope(scope, upgrade.locationNetworkId)) throw new AppError('forbidden');
  throw new AppError('upgradeNotPending', { details: { id } });
}
