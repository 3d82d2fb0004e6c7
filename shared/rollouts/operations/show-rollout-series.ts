import type { Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import type { RolloutSeries } from '../stores/rollout-series-store.js';
import { findRollout } from './change-rollout.js';

/**
 * The states of the upgrades of a rollout over time, and what looks at the health of their devices have compared, as of the
 * last tick (docs/rollouts.md#rollout_series).
 * @throws AppError rolloutNotFound
 */
export async function showRolloutSeries(
  deps: RolloutDeps,
  caller: Caller,
  id: number,
): Promise<RolloutSeries> {
  return deps.stores.rolloutSeries.find(await findRollout(deps, caller, id));
}
