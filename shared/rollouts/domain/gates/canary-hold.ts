import type { RolloutRecord } from '../../models/rollout.js';
import type { UncountedUpgrades } from '../progress.js';

/**
 * How many more slots upgrades of a hardware part may get (docs/rollouts.md#canary-hold): a part with fewer Successes
 * than the last started canary stage has canaries a part holds at most that many slots, or as many as a second opinion
 * needs. Without a started canary stage there is no limit.
 */
export function slotsLeft(
  rollout: Pick<RolloutRecord, 'settings' | 'stages' | 'finished'>,
  open: readonly UncountedUpgrades[],
): (part: string) => number {
  const last = rollout.settings.stages
    .flatMap((stage, index) => {
      const record = rollout.stages[index];
      return 'canary_per_part' in stage && record?.startedAt
        ? [{ ...record, least: stage.canary_per_part }]
        : [];
    })
    .at(-1);
  if (last === undefined) return () => Infinity;
  const { least, canaries } = last;
  return (part) => {
    const perPart = Math.max(least, canaries?.find((each) => each.part === part)?.wanted ?? 0);
    const finished = rollout.finished.filter((each) => each.part === part);
    const successes = finished.reduce((sum, { success }) => sum + success, 0);
    if (successes >= least) return Infinity;
    const held = open.filter((each) => each.part === part && each.slot);
    return perPart - held.reduce((sum, { count }) => sum + count, 0);
  };
}
