import { bulkEntry } from '../../../audit/domain/audit-entry.js';
import {
  authorOf,
  inScope,
  mayChange,
  readScope,
  writeScope,
  type Caller,
  type Scope,
} from '../../../access/domain/access.js';
import { targetingOf, targetIds } from '../../domain/upgrade-targets.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { ScheduleRecord } from '../../models/schedule.js';
import type { UpgradeDeps } from '../../deps.js';
import { cancellationEntry, scheduleEntry } from '../../domain/upgrade-entries.js';
import { dropJob } from './drop-schedule.js';

/**
 * Cancels a schedule that is not yet due and deletes its pending upgrades; devices that have begun to download stop. A
 * caller that may change only some of its targets deletes the pending upgrades of those, and the schedule remains for the
 * others. The state is written first: if the process dies then, the sweep cancels what is still pending.
 * @returns how many were deleted
 * @throws AppError forbidden, scheduleNotFound, upgradeNotPending
 */
export async function cancelSchedule(deps: UpgradeDeps, caller: Caller, id: number): Promise<number> {
  if (!mayChange(caller)) throw new AppError('forbidden');
  const { stores, now, failpoint } = deps;
  const scope = writeScope(caller);
  const schedule = (await stores.schedules.byIds(caller.organisationId, [id])).get(id);
  if (!schedule) throw new AppError('scheduleNotFound', { details: { id } });

  const author = authorOf(caller);
  const entries = [cancellationEntry(schedule, now(), author)];
  // Its writer may have died before it wrote the entry of the request.
  if (schedule.state === 'writing') entries.unshift(scheduleEntry(schedule));
  const isCancelled =
    (await covers(deps, scope, schedule)) && (await stores.schedules.cancelLogged(schedule, entries, now()));
  await failpoint('schedule-cancelled');
  const partly = bulkEntry(
    { organisationId: caller.organisationId, at: now(), action: 'upgrades.deleted', kind: `schedule:${id}` },
    author,
  );
  // The entry of the cancellation covers its upgrades, also those that a repeated request deletes.
  const isLogged = isCancelled || schedule.state === 'cancelled';
  // Before the deletion: a repetition after a kill finds something to delete, and calls back as well.
  if (await stores.upgrades.hasPending(scope, schedule))
    await stores.openUpgrades.recall(scope, schedule, now());
  await failpoint('downloads-recalled');
  const deleted = await stores.upgrades.deletePendingOf(scope, schedule, now(), isLogged ? null : partly);
  // Those that a dispatch has taken out of the pending ones meanwhile.
  if (deleted > 0) await stores.openUpgrades.recall(scope, schedule, now());
  if (isCancelled) await dropJob(deps, schedule);
  if (isCancelled || deleted > 0) return deleted;

  const seen = await stores.scheduleList.counts(readScope(caller), [id]);
  if (seen.length === 0) throw new AppError('scheduleNotFound', { details: { id } });
  if (seen.some(({ status }) => status === '')) throw new AppError('forbidden');
  throw new AppError('upgradeNotPending', { details: { id } });
}

/** Whether the caller may change every device that the schedule can ever reach. */
async function covers({ stores }: UpgradeDeps, scope: Scope, schedule: ScheduleRecord): Promise<boolean> {
  const targeting = targetingOf(schedule);
  if (isWithin(targeting.scope, scope)) return true;
  const ids = targetIds(targeting.segments);
  if (ids.tagIds.length > 0) return false;
  const { deviceIds, networkIds } = await stores.targets.unknown(scope, ids);
  return deviceIds.length === 0 && networkIds.length === 0;
}

function isWithin(inner: Scope, outer: Scope): boolean {
  if (inner.unassigned && !outer.unassigned) return false;
  if (outer.networkIds === 'all') return true;
  return inner.networkIds !== 'all' && inner.networkIds.every((id) => inScope(outer, id));
}
