import { batchesOf } from '../../../platform/mongo/batches.js';
import type { UpgradeDeps } from '../../deps.js';
import type { WaitingSchedule } from '../../stores/schedule-store.js';
import { staleMs } from './dispatch-due.js';

/** Schedules that are due later follow in the sweeps after those before them are dispatched. */
const MAX_OPEN = 10_000;

/**
 * Gives every schedule that waits for its time a job again if Redis has lost it, so that the board lists all of them and a
 * worker wakes at their time. What is due by now is dispatched by the sweep itself; its jobs run at once and have its
 * result.
 * @throws when Redis does not answer in time
 */
export async function restoreJobs(
  { stores, jobs, now, env }: UpgradeDeps,
  dispatched: readonly WaitingSchedule[],
): Promise<void> {
  const at = now();
  const after = new Date(at.getTime() - staleMs(env));
  const open = await stores.schedules.waiting(MAX_OPEN, after);
  for (const batch of batchesOf([...dispatched, ...open])) await jobs.restore(batch, at);
  for (const batch of batchesOf(dispatched)) await jobs.retryFailed(batch);
}
