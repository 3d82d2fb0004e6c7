import type { RolloutStore } from '../stores/rollout-store.js';

/** A pause takes effect at every API within this time. */
const MAX_AGE_MS = 1000;

/**
 * Returns a function that tells which rollouts run. It reads them when the last reading is older than a second, and
 * concurrent callers share one reading.
 */
export function createRunningRollouts(rollouts: Pick<RolloutStore, 'running'>) {
  let reading: Promise<ReadonlySet<number>> | null = null;
  let startedAt = -Infinity;
  return (): Promise<ReadonlySet<number>> => {
    if (reading === null || performance.now() - startedAt > MAX_AGE_MS) {
      startedAt = performance.now();
      const started = rollouts.running().then((ids) => new Set(ids));
      reading = started;
      started.catch(() => {
        if (reading === started) reading = null;
      });
    }
    return reading;
  };
}
