import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { RolloutDeps } from '../deps.js';
import { findToChange, forbiddenIn, type ChangeRequest } from './change-rollout.js';

/**
 * Deletes a Draft.
 * @throws AppError rolloutNotFound, forbidden, revisionChanged, stateForbids; overloaded when the Draft keeps changing
 */
export async function deleteRollout(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest,
): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const rollout = await findToChange(deps, caller, request);
    if (rollout.state !== 'Draft') throw forbiddenIn(rollout, 'a deletion');
    if (await deps.stores.rollouts.remove(rollout)) return;
  }
  throw new AppError('overloaded');
}
