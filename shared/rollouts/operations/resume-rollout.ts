import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { RolloutDeps } from '../deps.js';
import { emptyBucket } from '../domain/rate.js';
import { isHeldForReversal } from '../domain/reversal.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { RolloutChange } from '../stores/rollout-store.js';
import { actOn, type Accompany, type ChangeRequest, type RolloutView } from './change-rollout.js';

/**
 * Lets a paused rollout go on. It has saved up no dispatches, and its gates and the blocks of networks count only what
 * ends from now on.
 * @throws AppError stateForbids while a rollback of it is open; errors of actOn
 */
export function resumeRollout(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest,
  accompany: Accompany,
): Promise<RolloutView> {
  const at = deps.now();
  const act = async (read: RolloutRecord): Promise<RolloutChange> => {
    await requireNoRollback(deps, read);
    return {
      state: 'Running',
      stateReason: null,
      bucket: emptyBucket(at),
      judged: [],
      failures: [],
      blockedNetworks: [],
      judgedFrom: at,
      tickAt: at,
      ...(isHeldForReversal(read) ? { acceptsIrreversible: true } : {}),
    };
  };
  return actOn(deps, caller, request, 'resume', act, accompany);
}

/** @throws AppError stateForbids when a rollback is Scheduled, Running, Paused, or about to be created by the last tick */
async function requireNoRollback(
  { stores }: RolloutDeps,
  { _id, organisationId, tick }: RolloutRecord,
): Promise<void> {
  const open = await stores.rollouts.openRollback(organisationId, _id);
  if (open)
    throw new AppError('stateForbids', { text: `Its rollback, rollout ${open._id}, is ${open.state}` });
  const reserved = tick?.rollback;
  if (reserved === undefined) return;
  if ((await stores.rollouts.current(organisationId, [reserved])).length === 0)
    throw new AppError('stateForbids', { text: `Its rollback, rollout ${reserved}, is being created` });
}
