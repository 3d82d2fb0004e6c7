import type { Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import type { RolloutPage } from '../stores/rollout-store.js';
import type { RolloutView } from './change-rollout.js';
import { readProgress } from './read-progress.js';

export interface ListedRollouts {
  readonly rollouts: RolloutView[];
  /** Whether the list goes on after these. */
  readonly hasMore: boolean;
}

/** The rollouts that the caller sees, the newest first; with `upgradeId` the one that the upgrade belongs to. */
export async function listRollouts(
  deps: RolloutDeps,
  caller: Caller,
  { upgradeId, ...page }: RolloutPage & { readonly upgradeId?: number | undefined },
): Promise<ListedRollouts> {
  const ids = upgradeId === undefined ? {} : { ids: await rolloutsOf(deps, caller, upgradeId) };
  const found = await deps.stores.rollouts.list(caller, { ...page, ...ids, limit: page.limit + 1 });
  const shown = found.slice(0, page.limit);
  const progress = await readProgress(deps, shown);
  return {
    rollouts: shown.map((rollout) => ({ rollout, progress: progress.get(rollout._id) ?? null })),
    hasMore: found.length > page.limit,
  };
}

async function rolloutsOf({ stores }: RolloutDeps, caller: Caller, upgradeId: number): Promise<number[]> {
  const id = await stores.rolloutDevices.rolloutOf(caller.organisationId, upgradeId);
  return id === null ? [] : [id];
}
