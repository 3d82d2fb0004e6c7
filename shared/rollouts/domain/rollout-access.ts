import { mayChange, writeScope, type Caller } from '../../access/domain/access.js';

/** The networks of a rollout and whether it includes unassigned devices. */
export interface RolloutScope {
  readonly networkIds: readonly number[] | null;
  readonly includesUnassigned: boolean;
}

/** Whether the caller may change every device that the rollout can reach (docs/rollouts.md#access-2). */
export function mayChangeRollout(caller: Caller, { networkIds, includesUnassigned }: RolloutScope): boolean {
  if (!mayChange(caller)) return false;
  const scope = writeScope(caller);
  if (includesUnassigned && !scope.unassigned) return false;
  const writable = scope.networkIds;
  return writable === 'all' || (networkIds?.every((id) => writable.includes(id)) ?? false);
}
