import type { RolloutRecord } from '../models/rollout.js';
import { ratePerMinute } from './rate.js';

/** How many upgrades a minute a rollout dispatches now, by its rate and its Successes; null: as many as fit. */
export function paceOf({
  settings: { rate },
  stages,
}: Pick<RolloutRecord, 'settings' | 'stages'>): number | null {
  const successes = stages.reduce((sum, { ended }) => sum + ended.Success, 0);
  return ratePerMinute(
    {
      perMinute: rate.per_minute,
      factor: rate.factor,
      perSuccesses: rate.per_successes,
      maxPerMinute: rate.max_per_minute,
    },
    successes,
  );
}
