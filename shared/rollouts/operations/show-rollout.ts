import type { Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import { findRollout } from './change-rollout.js';
import { viewOf, type RolloutView } from './read-progress.js';

/** @throws AppError rolloutNotFound */
export async function showRollout(deps: RolloutDeps, caller: Caller, id: number): Promise<RolloutView> {
  const rollout = await findRollout(deps, caller, id);
  return viewOf(deps, rollout);
}
