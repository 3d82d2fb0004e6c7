import { secondsAfter } from '../../../upgrades/domain/upgrade-change.js';
import { MOVE_COMMITS_WITHIN_S } from '../../../upgrades/domain/upgrade-targets.js';
import { aimOfRollout } from '../../domain/aim.js';
import type { AddedToStage } from '../../domain/tick-facts.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import { releaseChooser } from './choose-release.js';
import { countBound, coverageOf, scheduleOf, withoutUpgrade, writeUpgrades } from './stage-upgrades.js';
import { withMemberships } from './walk-targets.js';

const EVERY_S = 60;

/**
 * Whether it is time to look for devices that have joined the targets. The look waits while a stage is Binding: the stage
 * takes no joiners yet, and its walk may have passed the place of one.
 */
export function looksForJoiners({ state, stages, joinedTo }: RolloutRecord, now: Date): boolean {
  if (state !== 'Running' || joinedTo === null) return false;
  return secondsAfter(joinedTo, EVERY_S) <= now && !stages.some((stage) => stage.state === 'Binding');
}

/**
 * Adds devices that have joined the targets to the first stage that is bound and covers them; a canary stage takes none.
 * Repeating it adds nothing: a device has one upgrade of a schedule, and is noted once when it gets none. One that a
 * binding has counted is no joiner.
 * @returns the counts of each stage that covers any of them, also when another worker has written them and died
 */
export async function addJoiners(deps: RolloutDeps, rollout: RolloutRecord): Promise<AddedToStage[]> {
  const { stores, failpoint, now } = deps;
  if (rollout.joinedTo === null) return [];
  const aim = aimOfRollout(rollout.settings);
  const choose = await releaseChooser(deps, rollout);
  const gaining = new Set<number>();
  const since = secondsAfter(rollout.joinedTo, -MOVE_COMMITS_WITHIN_S);
  for await (const joined of stores.rolloutTargets.joined(rollout, since)) {
    let rest = (await withMemberships(deps, rollout, joined)).filter(aim);
    for (const index of takers(rollout)) {
      const isCovered = coverageOf(rollout, index);
      const own = rest.filter(isCovered);
      rest = rest.filter((device) => !isCovered(device));
      if (own.length === 0) continue;
      const missing = await withoutUpgrade(deps, scheduleOf(rollout), own);
      const unserved = await writeUpgrades(deps, rollout, index, missing, choose);
      const bound = await stores.unservedJoiners.boundAmong(
        rollout,
        unserved.map(({ deviceId }) => deviceId),
      );
      const joiners = unserved.filter(({ deviceId }) => !bound.has(deviceId));
      await stores.unservedJoiners.note(rollout, index + 1, joiners, now());
      gaining.add(index);
      await failpoint('joiners-added');
    }
  }
  const added: AddedToStage[] = [];
  for (const index of gaining)
    added.push({
      index,
      bound: await countBound(deps, rollout, index),
      unserved: await stores.unservedJoiners.countOf(rollout, index + 1),
    });
  return added;
}

/** The stages that take joiners, from 0: bound, and no canary stage. */
function takers({ settings, stages }: RolloutRecord): number[] {
  return stages.flatMap(({ state }, index) => {
    const stage = settings.stages[index];
    const takes = state !== 'Waiting' && state !== 'Binding' && stage && !('canary_per_part' in stage);
    return takes ? [index] : [];
  });
}
