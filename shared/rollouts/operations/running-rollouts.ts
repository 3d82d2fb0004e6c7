import type { RolloutStore } from '../stores/rollout-store.js';

/** A reading is used for this long. */
const MAX_AGE_MS = 1000;
/** A reading that took longer than this, since it began, says nothing about pauses: no rollout counts as running. */
const STALE_MS = 2000;

/**
 * Returns a function that tells which rollouts run. It reads them when the last reading is older than a second, and
 * concurrent callers share one reading. Two seconds after a pause, no call names its rollout.
 * @param now milliseconds of a clock that never goes back
 */
export function createRunningRollouts(
  rollouts: Pick<RolloutStore, 'running'>,
  now: () => number = () => performance.now(),
) {
  let reading: Promise<ReadonlySet<number>> | null = null;
  let startedAt = -Infinity;
  return (): Promise<ReadonlySet<number>> => {
    if (reading === null || now() - startedAt > MAX_AGE_MS) {
      const began = now();
      startedAt = began;
      const started = rollouts.running().then((ids) => new Set(now() - began > STALE_MS ? [] : ids));
      reading = started;
      started.catch(() => {
        if (reading === started) reading = null;
      });
    }
    return reading;
  };
}
