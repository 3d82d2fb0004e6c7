import type { Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import {
  actOn,
  callersReason,
  type Accompany,
  type ChangeRequest,
  type RolloutView,
} from './change-rollout.js';

/** Cancels a rollout. The next tick ends its upgrades, except those that were offered. @throws AppError; errors of actOn */
export function cancelRollout(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest & { readonly reason: string | null },
  accompany: Accompany,
): Promise<RolloutView> {
  const at = deps.now();
  const stateReason = callersReason(caller, request.reason, at);
  const change = { state: 'Cancelled', stateReason, endedAt: at, tickAt: at } as const;
  return actOn(deps, caller, request, 'cancel', () => change, accompany);
}
