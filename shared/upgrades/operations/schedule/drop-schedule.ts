import type { ScheduleRecord } from '../../models/schedule.js';
import type { SchedulingDeps } from '../../deps.js';

/** Ends the schedule that an upgrade has left, if it was made for that device alone. One round trip, and one to Redis. */
export async function dropSpentSchedule(
  deps: SchedulingDeps,
  organisationId: number,
  left: { readonly scheduleId: number; readonly routerInventoryId: number },
): Promise<void> {
  const ref = { _id: left.scheduleId, organisationId };
  const spent = await deps.stores.schedules.cancelSpent(ref, left.routerInventoryId);
  if (spent) await dropJob(deps, spent);
}

/** Removes the job of a cancelled schedule; one that stays finds nothing to do. */
export async function dropJob({ jobs, log }: SchedulingDeps, schedule: ScheduleRecord): Promise<void> {
  await jobs.drop(schedule).catch((error: unknown) => {
    log.warn({ err: error, schedule: schedule._id }, 'The job of a cancelled schedule was not removed');
  });
}
