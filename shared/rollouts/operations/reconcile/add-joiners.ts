import { secondsAfter } from '../../../upgrades/domain/upgrade-change.js';
import type { TargetDevice } from '../../../upgrades/stores/target-store.js';
import { aimOfRollout } from '../../domain/aim.js';
import type { AddedToStage } from '../../domain/tick-facts.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';
import {
  countBound,
  coverageOf,
  partsOf,
  placesIn,
  scheduleOf,
  sortDevices,
  withoutUpgrade,
} from './stage-upgrades.js';

const EVERY_S = 60;
/** Moves are written up to this long after the time that they carry. */
const OVERLAP_S = 10;

/** Whether it is time to look for devices that have joined the targets. */
export function looksForJoiners({ state, joinedTo }: RolloutRecord, now: Date): boolean {
  return state === 'Running' && joinedTo !== null && secondsAfter(joinedTo, EVERY_S) <= now;
}

/**
 * Adds devices that have joined the targets to the first stage that is bound and covers them; a canary stage takes none.
 * Repeating it adds nothing, because a device has one upgrade of a schedule.
 * @returns what each stage gains; its number of upgrades is a full count
 */
export async function addJoiners(deps: RolloutDeps, rollout: RolloutRecord): Promise<AddedToStage[]> {
  const { stores, failpoint } = deps;
  if (rollout.joinedTo === null) return [];
  const aim = aimOfRollout(rollout.settings);
  const parts = await partsOf(deps, rollout);
  const gains = new Map<number, { onVersion: number; noFirmware: number }>();
  const since = secondsAfter(rollout.joinedTo, -OVERLAP_S);
  for await (const joined of stores.rolloutTargets.joined(rollout, since)) {
    const aimed = joined.filter((device) => aim({ ...device, id: device._id }));
    const schedule = scheduleOf(rollout);
    let rest = await withoutUpgrade(deps, schedule, aimed);
    for (const index of takers(rollout)) {
      const isCovered = coverageOf(rollout, index);
      const own = rest.filter(isCovered);
      rest = rest.filter((device: TargetDevice) => !isCovered(device));
      if (own.length === 0) continue;
      const { fitting, onVersion, noFirmware } = sortDevices(own, schedule.version, parts);
      if (fitting.length > 0)
        await stores.pending.put(schedule, fitting, deps.now(), placesIn(rollout, index));
      const gain = gains.get(index) ?? { onVersion: 0, noFirmware: 0 };
      gains.set(index, {
        onVersion: gain.onVersion + onVersion,
        noFirmware: gain.noFirmware + noFirmware,
      });
      await failpoint('joiners-added');
    }
  }
  const added: AddedToStage[] = [];
  for (const [index, gain] of gains)
    added.push({ index, ...gain, bound: await countBound(deps, rollout, index) });
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
