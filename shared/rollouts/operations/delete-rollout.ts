import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { RolloutDeps } from '../deps.js';
import { draftEvent, logEntries } from '../domain/rollout-log.js';
import type { RolloutRecord } from '../models/rollout.js';
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
    if (await removeLogged(deps, caller, rollout)) return;
  }
  throw new AppError('overloaded');
}

async function removeLogged(
  { stores, now }: RolloutDeps,
  caller: Caller,
  rollout: RolloutRecord,
): Promise<boolean> {
  const write = { seq: rollout.seq + 1, at: now(), events: [draftEvent('rollout.deleted', rollout)] };
  let hasPreview = false;
  const removed = await stores.transact(caller.organisationId, async (session) => {
    const isRemoved = await stores.rollouts.remove(rollout, session);
    if (isRemoved) await stores.audit.write(logEntries(rollout, write, authorOf(caller)), session);
    if (isRemoved)
      hasPreview = await stores.rolloutPreviews.remove(rollout.organisationId, rollout._id, session);
    return isRemoved;
  });
  if (removed && hasPreview) await stores.rolloutPreviews.removeListsOf(rollout.organisationId, rollout._id);
  return removed;
}
