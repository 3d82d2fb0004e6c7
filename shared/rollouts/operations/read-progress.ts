import { isEnd } from '../../upgrades/domain/upgrade-status.js';
import { endsPerMinute, estimatedEnd } from '../domain/end-rate.js';
import { stageProgress, totalProgress, type UncountedUpgrades } from '../domain/progress.js';
import type { ProgressCounts } from '../domain/progress-counts.js';
import type { RolloutDeps } from '../deps.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { StageRecord } from '../models/rollout-stage.js';
import type { LeftUpgrade } from '../stores/rollout-upgrade-store.js';

/** The progress of a rollout and of its stages, in order; a stage has none before it starts. */
export interface RolloutProgress {
  readonly total: PacedProgress;
  readonly stages: readonly (PacedProgress | null)[];
  /** As of the last tick. */
  readonly blockedNetworks: readonly number[];
}

/** Numbers of upgrades, and how fast they end. */
export interface PacedProgress extends ProgressCounts {
  /** Waiting upgrades whose device was not up at the last scan. */
  readonly offline: number;
  readonly endsPerMinute: number;
  readonly eta: Date | null;
}

/** A rollout as callers see it. */
export interface RolloutView {
  readonly rollout: RolloutRecord;
  /** Null before the rollout has started. */
  readonly progress: RolloutProgress | null;
}

/** What reads of progress need. */
export type ProgressDeps = Pick<RolloutDeps, 'stores' | 'now'>;

/** A rollout with its progress. */
export async function viewOf(deps: ProgressDeps, rollout: RolloutRecord): Promise<RolloutView> {
  return { rollout, progress: (await readProgress(deps, [rollout])).get(rollout._id) ?? null };
}

const MAX_READS = 5;

/**
 * Adds the upgrades that ticks have not counted to those that they have. Reads again what ticks write in between, so the
 * result is exact at one instant. Three queries for any number of rollouts.
 * @returns by rollout; a rollout that has not started has none
 */
export async function readProgress(
  deps: ProgressDeps,
  rollouts: readonly RolloutRecord[],
): Promise<Map<number, RolloutProgress>> {
  const { stores } = deps;
  const progress = new Map<number, RolloutProgress>();
  let open = rollouts.filter(({ startedAt }) => startedAt !== null);
  for (let reads = 1; open.length > 0; reads += 1) {
    const counted = open.flatMap(({ tick }) => tick?.counted ?? []);
    const [uncounted, left] = [
      await stores.rolloutUpgrades.uncounted(open, counted),
      await stores.rolloutUpgrades.left(open, Number.MAX_SAFE_INTEGER),
    ];
    const moved = reads === MAX_READS ? [] : await stores.rollouts.rewritten(open);
    const isMoved = new Set(moved.map(({ _id }) => _id));
    for (const rollout of open)
      if (!isMoved.has(rollout._id))
        progress.set(rollout._id, progressOf(rollout, uncounted, left, deps.now()));
    open = moved;
  }
  return progress;
}

function progressOf(
  rollout: RolloutRecord,
  uncounted: readonly UncountedUpgrades[],
  left: readonly LeftUpgrade[],
  now: Date,
): RolloutProgress {
  const counted = new Set(rollout.tick?.left);
  const leftOf = new Map<number, number>();
  for (const { id, rolloutId, stage } of left)
    if (rolloutId === rollout._id && !counted.has(id)) leftOf.set(stage, (leftOf.get(stage) ?? 0) + 1);
  const own = uncounted.filter(({ rolloutId }) => rolloutId === rollout._id);
  const stages = stageProgress(rollout, own, leftOf);
  const started = rollout.stages.map((stage, index) => {
    const counts = stages[index];
    const ofStage = own.filter(({ stage: n }) => n === index + 1);
    return stage.startedAt && counts ? paced(counts, [stage], ofStage, now) : null;
  });
  return {
    total: paced(totalProgress(stages), rollout.stages, own, now),
    stages: started,
    blockedNetworks: rollout.blockedNetworks,
  };
}

function paced(
  counts: ProgressCounts,
  stages: readonly StageRecord[],
  uncounted: readonly UncountedUpgrades[],
  now: Date,
): PacedProgress {
  const ended = uncounted.filter(({ status }) => isEnd(status)).reduce((sum, { count }) => sum + count, 0);
  const perMinute = endsPerMinute(
    stages.flatMap(({ recent }) => recent),
    ended,
    now,
  );
  return {
    ...counts,
    offline: stages.reduce((sum, { offline }) => sum + offline, 0),
    endsPerMinute: perMinute,
    eta: estimatedEnd(counts.waiting, perMinute, now),
  };
}
