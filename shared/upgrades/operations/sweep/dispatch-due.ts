import type { Env } from '../../../platform/env/env.js';
import { takeTurns } from '../../../platform/take-turns.js';
import type { DueSchedule } from '../../stores/schedule-store.js';
import type { UpgradeDeps } from '../../deps.js';
import { dispatchSlice } from '../dispatch/dispatch-slice.js';

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
 * Dispatches due schedules that no job is dispatching, two at once, without Redis. Organisations take turns, one slice
 * of a schedule each, and a schedule that fails is left to the next sweep. Jobs and other sweeps may work on the same
 * schedules: each slice is claimed.
 * @returns how many schedules it dispatched, wholly or in part
 */
export async function dispatchDue(deps: UpgradeDeps): Promise<number> {
  const { now, env, log } = deps;
  const before = new Date(now().getTime() - staleMs(env));
  const dispatched = new Set<number>();

  async function dispatch(schedule: DueSchedule): Promise<boolean> {
    try {
      const isMine = dispatched.has(schedule._id);
      const slice = await dispatchSlice(deps, schedule, isMine ? {} : { untouchedSince: before });
      if (slice !== null) dispatched.add(schedule._id);
      return slice?.isDone ?? true;
    } catch (error) {
      log.error(
        { err: error, schedule: schedule._id },
        'A due schedule was not dispatched; the sweep tries again',
      );
      return true;
    }
  }
  const limits = { maxRunning: MAX_AT_ONCE, budgetMs: budgetMs(env) };
  await takeTurns(await unattended(deps, before), limits, dispatch);
  return dispatched.size;
}

/** The earliest schedules; if they fill the limit, also the earliest of the other organisations. */
async function unattended({ stores }: UpgradeDeps, before: Date): Promise<DueSchedule[]> {
  const found: DueSchedule[] = [];
  for (let query = 0; query < MAX_QUERIES; query += 1) {
    const seen = [...new Set(found.map(({ organisationId }) => organisationId))];
    const more = await stores.schedules.unattended(before, MAX_DUE, seen);
    found.push(...more);
    if (more.length < MAX_DUE) break;
  }
  return found;
}
