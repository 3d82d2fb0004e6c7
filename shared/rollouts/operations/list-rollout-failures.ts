import { readScope, type Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import type { FailureGroup } from '../stores/rollout-device-store.js';
import { findRollout } from './change-rollout.js';

/** The failed and expired upgrades of a rollout by cause and hardware part. @throws AppError rolloutNotFound */
export async function listRolloutFailures(
  deps: RolloutDeps,
  caller: Caller,
  id: number,
): Promise<FailureGroup[]> {
  const rollout = await findRollout(deps, caller, id);
  return deps.stores.rolloutDevices.failures(readScope(caller), rollout);
}
