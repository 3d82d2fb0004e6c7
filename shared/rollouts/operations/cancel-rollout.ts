import type { Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import { judgeAction } from '../domain/rollout-state.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { RolloutChange } from '../stores/rollout-store.js';
import {
  callersReason,
  changeRollout,
  forbiddenIn,
  type Accompany,
  type ChangeRequest,
  type RolloutView,
} from './change-rollout.js';

/**
 * Cancels a rollout. The next ticks end its upgrades, except those that were offered; with `force`, also those that devices
 * have begun, even if the rollout is cancelled already.
 * @throws AppError stateForbids; errors of changeRollout
 */
export function cancelRollout(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest & { readonly reason: string | null; readonly force: boolean },
  accompany: Accompany,
): Promise<RolloutView> {
  const at = deps.now();
  const abandons = request.force ? { abandonsBegun: true } : {};
  const judge = (read: RolloutRecord): RolloutChange | null => {
    const verdict = judgeAction('cancel', read.state);
    if (verdict === 'refused') throw forbiddenIn(read, 'cancel');
    const stateReason = callersReason(caller, request.reason, at);
    if (verdict === 'acts') return { state: 'Cancelled', stateReason, endedAt: at, tickAt: at, ...abandons };
    return request.force && read.abandonsBegun !== true ? { ...abandons, tickAt: at } : null;
  };
  return changeRollout(deps, caller, request, judge, accompany);
}
