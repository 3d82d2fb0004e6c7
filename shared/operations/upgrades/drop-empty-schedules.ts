import type { SchedulingDeps } from '../deps.js';

/**
 * Forgets those of the schedules whose last pending upgrade has gone, and their jobs (a job that stays finds
 * nothing to do). Three round trips, and one to Redis for each schedule that ends.
 */
export async function dropEmptySchedules(
  { stores, jobs, log }: SchedulingDeps,
  organisationId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const schedules = await stores.schedules.byIds(organisationId, ids);
  for (const id of await stores.schedules.cancelEmpty(organisationId, ids)) {
    const schedule = schedules.get(id);
    if (!schedule) continue;
    await jobs.dropRelease(schedule).catch((error: unknown) => {
      log.warn({ err: error, schedule: id }, 'The job of a cancelled schedule was not removed');
    });
  }
}
