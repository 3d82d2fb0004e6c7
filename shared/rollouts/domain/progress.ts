import { BEGUN_STATUSES, type UpgradeStatus } from '../../upgrades/domain/upgrade-status.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { StageRecord } from '../models/rollout-stage.js';
import type { ProgressCounts } from './progress-counts.js';

const NOTHING: ProgressCounts = {
  devices: 0,
  waiting: 0,
  in_flight: 0,
  success: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  expired: 0,
  left: 0,
};

/** Upgrades that the counts of the stages do not include: open and dispatched, or ended since the last tick. */
export interface UncountedUpgrades {
  readonly rolloutId: number;
  readonly stage: number;
  readonly status: UpgradeStatus;
  readonly slot: boolean;
  readonly part: string;
  readonly count: number;
}

/** The progress of each stage, in order. */
export function stageProgress(
  { stages }: Pick<RolloutRecord, 'stages'>,
  uncounted: readonly UncountedUpgrades[],
  uncountedLeft: ReadonlyMap<number, number>,
): ProgressCounts[] {
  return stages.map((stage, index) => {
    const own = uncounted.filter(({ stage: n }) => n === index + 1);
    return progressOf(stage, own, uncountedLeft.get(index + 1) ?? 0);
  });
}

function progressOf(
  { state, bound, left, ended }: StageRecord,
  uncounted: readonly UncountedUpgrades[],
  uncountedLeft: number,
): ProgressCounts {
  const sum = (matches: (one: UncountedUpgrades) => boolean): number =>
    uncounted.filter(matches).reduce((total, { count }) => total + count, 0);
  const of = (status: keyof StageRecord['ended']): number =>
    ended[status] + sum((one) => one.status === status);
  const counts = {
    in_flight: sum(isInFlight),
    success: of('Success'),
    failed: of('Failed'),
    skipped: of('Skipped'),
    cancelled: of('Cancelled'),
    expired: of('Expired'),
  };
  // Not all of its upgrades are written, and none has been dispatched.
  if (state === 'Binding') return { ...NOTHING };
  const allLeft = left + uncountedLeft;
  const devices = bound - allLeft;
  const waiting = devices - Object.values(counts).reduce((total, count) => total + count, 0);
  return { devices, waiting, ...counts, left: allLeft };
}

/** Queued with a slot, or begun. */
function isInFlight({ status, slot }: UncountedUpgrades): boolean {
  return status === 'Queued' ? slot : BEGUN_STATUSES.some((begun) => begun === status);
}

/** The progress of the whole rollout. */
export function totalProgress(stages: readonly ProgressCounts[]): ProgressCounts {
  const total = { ...NOTHING };
  for (const stage of stages)
    for (const name of Object.keys(total) as (keyof ProgressCounts)[]) total[name] += stage[name];
  return total;
}
