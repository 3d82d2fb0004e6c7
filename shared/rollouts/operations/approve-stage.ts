import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { RolloutDeps } from '../deps.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { RolloutChange } from '../stores/rollout-store.js';
import {
  changeRollout,
  findRollout,
  forbiddenIn,
  type Accompany,
  type ChangeRequest,
  type RolloutView,
} from './change-rollout.js';

/**
 * Approves a stage that awaits it: the stage is Done. Changes nothing when it is Done.
 * @param n the stage, from 1
 * @throws AppError forbidden for callers who are no administrators, rolloutNotFound when there is no such stage,
 *   stateForbids; errors of changeRollout
 */
export async function approveStage(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest & { readonly n: number },
  accompany: Accompany,
): Promise<RolloutView> {
  // Before the revision is compared; a rollout that the caller does not see is not found first.
  if (caller.role !== 'admin' && caller.role !== 'super_admin') {
    await findRollout(deps, caller, request.id);
    throw new AppError('forbidden');
  }
  const judge = (read: RolloutRecord): RolloutChange | null => {
    const at = deps.now();
    const stage = read.stages[request.n - 1];
    if (!stage) throw new AppError('rolloutNotFound', { details: { id: read._id } });
    if (stage.state === 'Done') return null;
    if (stage.state !== 'AwaitingApproval' || read.endedAt !== null) throw forbiddenIn(read, 'approve');
    const stages = read.stages.map((each, index): typeof stage =>
      index === request.n - 1 ? { ...each, state: 'Done', doneAt: at } : each,
    );
    return { stages, tickAt: at };
  };
  return changeRollout(deps, caller, request, judge, accompany);
}
