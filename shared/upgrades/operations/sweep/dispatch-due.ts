import type { Env } from '../../../platform/env/env.js';
import { KeyedLimiter } from '../../../platform/keyed-limiter.js';
import type { WaitingSchedule } from '../../stores/schedule-store.js';
import type { UpgradeDeps } from '../../deps.js';
import { dispatchSchedule } from '../dispatch/dispatch-schedule.js';

const MAX_AT_ONCE = 2;
const MAX_DUE = 1000;
/** Keeps the schedules of one organisation from hiding those of others. */
const MAX_QUERIES = 4;
const STALE_MS = 10_000;

/** A due schedule that was not touched for this long is not being dispatched by a job. */
export function staleMs({ sweepIntervalS }: Pick<Env, 'sweepIntervalS'>): number {
  return Math.min(STALE_MS, sweepIntervalS * 2000);
}

/** A sweep dispatches for this long; the next one continues. */
function budgetMs({ sweepIntervalS }: Env): number {
  return Math.max(2000, (sweepIntervalS * 2000) / 3);
}

/**
 * Dispatches due schedules that no job is dispatching, two at once, without Redis. Organisations take turns, and a schedule
 * that fails is left to the next sweep. Jobs and other sweeps may work on the same schedules: each slice is claimed.
 * @returns the schedules that it dispatched, wholly or in part
 */
export async function dispatchDue(deps: UpgradeDeps): Promise<WaitingSchedule[]> {
  const { now, env, log } = deps;
  const untouchedSince = new Date(now().getTime() - staleMs(env));
  const permits = new KeyedLimiter<number>({ maxRunning: MAX_AT_ONCE, maxRunningPerKey: 1 });
  const deadline = performance.now() + budgetMs(env);
  const isOver = (): boolean => performance.now() >= deadline;
  const dispatched: WaitingSchedule[] = [];
  await Promise.all(
    (await unattended(deps, untouchedSince)).map(async (schedule) => {
      try {
        const done = await dispatchSchedule(deps, schedule, permits, { untouchedSince, isOver });
        if (done?.isBegun) dispatched.push(schedule);
      } catch (error) {
        log.error(
          { err: error, schedule: schedule._id },
          'A due schedule was not dispatched; the sweep tries again',
        );
      }
    }),
  );
  return dispatched;
}

/** The earliest schedules; if they fill the limit, also the earliest of the other organisations. */
async function unattended({ stores }: UpgradeDeps, before: Date): Promise<WaitingSchedule[]> {
  const found: WaitingSchedule[] = [];
  for (let query = 0; query < MAX_QUERIES; query += 1) {
    const seen = [...new Set(found.map(({ organisationId }) => organisationId))];
    const more = await stores.schedules.unattended(before, MAX_DUE, seen);
    found.push(...more);
    if (more.length < MAX_DUE) break;
  }
  return found;
}
