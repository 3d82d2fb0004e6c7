import type { Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import { emptyBucket } from '../domain/rate.js';
import type { RolloutChange } from '../stores/rollout-store.js';
import { actOn, type Accompany, type ChangeRequest, type RolloutView } from './change-rollout.js';

/**
 * Lets a paused rollout go on. It has saved up no dispatches, and its gates and the blocks of networks count only what
 * ends from now on.
 * @throws AppError; errors of actOn
 */
export function resumeRollout(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest,
  accompany: Accompany,
): Promise<RolloutView> {
  const at = deps.now();
  const change: RolloutChange = {
    state: 'Running',
    stateReason: null,
    bucket: emptyBucket(at),
    judged: [],
    failures: [],
    blockedNetworks: [],
    judgedFrom: at,
    tickAt: at,
  };
  return actOn(deps, caller, request, 'resume', () => change, accompany);
}
