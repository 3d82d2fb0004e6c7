import { mayChange, readScope, writeScope, type Caller } from '../../domain/access.js';
import { AppError } from '../../errors/app-error.js';
import type { SchedulingDeps } from '../deps.js';
import { dropEmptySchedules } from './drop-empty-schedules.js';

/**
 * Deletes the pending upgrades of one schedule, as far as the caller may change them; with the last of them the
 * schedule and its job go. What has been released stays. A schedule whose pending upgrades the caller may only read is
 * refused as one of them would be. Up to five round trips, whatever the number.
 * @returns how many were deleted, at least one
 * @throws AppError forbidden, scheduleNotFound, upgradeNotPending
 */
export async function cancelSchedule(deps: SchedulingDeps, caller: Caller, id: number): Promise<number> {
  if (!mayChange(caller)) throw new AppError('forbidden');
  const { scheduleOverview, upgrades } = deps.stores;
  const deleted = await upgrades.deletePendingOf(writeScope(caller), id);
  if (deleted > 0) {
    await dropEmptySchedules(deps, caller.organisationId, [id]);
    return deleted;
  }
  const seen = await scheduleOverview.counts(readScope(caller), [id]);
  if (seen.length === 0) throw new AppError('scheduleNotFound', { details: { id } });
  if (seen.some(({ status }) => status === '')) throw new AppError('forbidden');
  throw new AppError('upgradeNotPending', { details: { id } });
}
