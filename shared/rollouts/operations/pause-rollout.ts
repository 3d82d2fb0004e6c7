import type { Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import {
  actOn,
  callersReason,
  type Accompany,
  type ChangeRequest,
  type RolloutView,
} from './change-rollout.js';

/** Pauses a rollout: no upgrade is offered until it is resumed. @throws AppError; errors of actOn */
export function pauseRollout(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest & { readonly reason: string | null },
  accompany: Accompany,
): Promise<RolloutView> {
  const at = deps.now();
  const change = {
    state: 'Paused',
    stateReason: callersReason(caller, request.reason, at),
    tickAt: at,
  } as const;
  return actOn(deps, caller, request, 'pause', () => change, accompany);
}
