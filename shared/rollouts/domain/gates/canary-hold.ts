import type { RolloutRecord } from '../../models/rollout.js';
import type { UncountedUpgrades } from '../progress.js';

/**
 * How many more slots upgrades of a hardware part may get (docs/rollouts.md#canary-hold): a part with fewer Successes
 * than the last started canary stage has canaries a part holds at most that many slots. Without a started canary stage
 * there is no limit.
 */
export function slotsLeft(
  rollout: Pick<RolloutRecord, 'settings' | 'stages' | 'finished'>,
  open: readonly UncountedUpgrades[],
): (part: string) => number {
  const perPart = rollout.settings.stages
    .filter((_, index) => rollout.stages[index]?.startedAt)
    .flatMap((stage) => ('canary_per_part' in stage ? [stage.canary_per_part] : []))
    .at(-1);
  if (perPart === undefined) return () => Infinity;
  return (part) => {
    const finished = rollout.finished.filter((each) => each.part === part);
    const successes = finished.reduce((sum, each) => sum + each.finished - each.failed, 0);
    if (successes >= perPart) return Infinity;
    const held = open.filter((each) => each.part === part && each.slot);
    return perPart - held.reduce((sum, { count }) => sum + count, 0);
  };
}
