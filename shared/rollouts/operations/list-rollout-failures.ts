import { readScope, type Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import { mergeGroups } from '../domain/gates/failed-groups.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { FailedGroup } from '../models/rollout-stage.js';
import { findRollout } from './change-rollout.js';

/** Upgrades that ended alike, with up to five that the caller sees. */
export interface ShownFailures extends Omit<FailedGroup, 'examples'> {
  readonly examples: readonly { readonly id: number; readonly macId: string }[];
}

const MAX_READS = 5;

/**
 * The failed and expired upgrades of a rollout by cause and hardware part, the largest groups first. Adds those that no
 * tick has counted to those that ticks have, as the progress does, so its cost does not depend on their number.
 * @throws AppError rolloutNotFound
 */
export async function listRolloutFailures(
  deps: RolloutDeps,
  caller: Caller,
  id: number,
): Promise<ShownFailures[]> {
  const { rolloutDevices } = deps.stores;
  const groups = await countFailures(deps, await findRollout(deps, caller, id));
  const ids = groups.flatMap(({ examples }) => examples);
  const macIds = await rolloutDevices.macIdsOf(readScope(caller), ids);
  const shown = groups.map((group) => ({
    ...group,
    examples: group.examples.flatMap((each) => {
      const macId = macIds.get(each);
      return macId === undefined ? [] : [{ id: each, macId }];
    }),
  }));
  return shown.sort((a, b) => b.count - a.count);
}

/** Counts again when a tick has counted in between. */
async function countFailures({ stores }: RolloutDeps, rollout: RolloutRecord): Promise<FailedGroup[]> {
  let read = rollout;
  for (let reads = 1; ; reads += 1) {
    const uncounted = await stores.rolloutDevices.uncountedFailures(read, read.tick?.counted ?? []);
    const [moved] = reads === MAX_READS ? [] : await stores.rollouts.rewritten([read]);
    if (!moved) return mergeGroups([...read.failed, ...uncounted]);
    read = moved;
  }
}
