import type { ScheduleRecord } from '../../models/schedule.js';
import type { UpgradeDeps } from '../../deps.js';

/** Cancels the former schedule of an upgrade, if it was made for that device alone. */
export async function dropSpentSchedule(
  deps: UpgradeDeps,
  organisationId: number,
  left: { readonly scheduleId: number; readonly routerInventoryId: number },
): Promise<void> {
  const ref = { _id: left.scheduleId, organisationId };
  const spent = await deps.stores.schedules.cancelSpent(ref, left.routerInventoryId, deps.now());
  if (spent) await dropJob(deps, spent);
}

/** Removes the job of a cancelled schedule; a job that remains finds nothing to do. */
export async function dropJob({ jobs, log }: UpgradeDeps, schedule: ScheduleRecord): Promise<void> {
  await jobs.drop(schedule).catch((error: unknown) => {
    log.warn({ err: error, schedule: schedule._id }, 'The job of a cancelled schedule was not removed');
  });
}
