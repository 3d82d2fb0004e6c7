import type { ScheduleRecord } from '../../models/schedule.js';
import { scopeOfSchedule } from '../release/add-joiners.js';
import { segmentsOf } from '../release/decide-due.js';
import type { SchedulingDeps } from '../deps.js';
import { openSchedule, writePending } from '../upgrades/schedule-upgrades.js';

const MOST = 1000;
/** Nobody is at work on a schedule that has not been touched for so long. */
const STALE_MS = 20_000;

/**
 * Finds schedules that fall due before the next sweep and makes sure each has a job; ones that are due already and
 * that nobody works on get another job, because the queue ignores ids it has seen. One round trip, and one to Redis
 * for each schedule found.
 * @returns how many were due and without a worker
 */
export async function enqueueDue({ stores, jobs, now, env }: SchedulingDeps): Promise<number> {
  const at = now();
  const next = new Date(at.getTime() + env.sweepIntervalS * 1000);
  let lost = 0;
  for (const schedule of await stores.schedules.dueBefore(next, at, MOST)) {
    const stale =
      schedule.dueAt.getTime() < at.getTime() - STALE_MS &&
      schedule.touchedAt.getTime() < at.getTime() - STALE_MS;
    if (stale) lost += 1;
    await jobs.enqueueRelease(schedule, at, stale ? Math.floor(at.getTime() / STALE_MS) : 0);
  }
  return lost;
}

/**
 * Takes over schedules whose writer died before all their upgrades were written, and writes the rest. One round
 * trip when there is none.
 */
export async function finishAbandoned(deps: SchedulingDeps): Promise<number> {
  const { stores, now, env } = deps;
  const abandoned = await stores.schedules.abandoned(
    new Date(now().getTime() - env.sweepIntervalS * 2000),
    MOST,
  );
  for (const schedule of abandoned) await finishWriting(deps, schedule);
  return abandoned.length;
}

async function finishWriting(deps: SchedulingDeps, schedule: ScheduleRecord): Promise<void> {
  const { stores, now, reach } = deps;
  await stores.schedules.touch(schedule._id, now());
  await reach('abandoned-taken');
  const release = (await stores.firmware.byIds([schedule.releaseId])).get(schedule.releaseId);
  const written =
    release && (await writePending(deps, schedule, scopeOfSchedule(schedule), segmentsOf(schedule), release));
  if (written?.outcome) await openSchedule(deps, schedule);
  else await stores.schedules.cancel(schedule._id);
  await reach('abandoned-finished');
}
