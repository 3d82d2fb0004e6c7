import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { AccompanyDeletion } from '../../platform/mongo/transaction.js';
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
  accompany: AccompanyDeletion,
): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const rollout = await findToChange(deps, caller, request);
    if (rollout.state !== 'Draft') throw forbiddenIn(rollout, 'a deletion');
    if (await removeLogged(deps, caller, rollout, accompany)) return;
  }
  throw new AppError('overloaded');
}

async function removeLogged(
  { stores, now }: RolloutDeps,
  caller: Caller,
  rollout: RolloutRecord,
  accompany: AccompanyDeletion,
): Promise<boolean> {
  const write = { seq: rollout.seq + 1, at: now(), events: [draftEvent('rollout.deleted', rollout)] };
  const { organisationId, _id } = rollout;
  const done = await stores.transact(caller.organisationId, async (session) => {
    if (!(await stores.rollouts.remove(rollout, session))) return null;
    await stores.audit.write(logEntries(rollout, write, authorOf(caller)), session);
    const hadPreview = await stores.rolloutPreviews.remove(organisationId, _id, session);
    await accompany(session);
    return { hadPreview };
  });
  if (done?.hadPreview) await stores.rolloutPreviews.removeListsOf(organisationId, _id);
  return done !== null;
}
