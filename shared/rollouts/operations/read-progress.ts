import { stageProgress, totalProgress, type ProgressCounts } from '../domain/progress.js';
import type { RolloutDeps } from '../deps.js';
import type { RolloutRecord } from '../models/rollout.js';

/** The progress of a rollout and of its stages, in order; a stage has none before it starts. */
export interface RolloutProgress {
  readonly total: ProgressCounts;
  readonly stages: readonly (ProgressCounts | null)[];
  /** Waiting upgrades whose device was not up at the last scan. */
  readonly offline: number;
}

const MAX_READS = 5;

/**
 * Adds the upgrades that ticks have not counted to those that they have. Reads again while a tick is written in between,
 * so the result is exact at one instant.
 * @returns null before the rollout has started
 */
export async function readProgress(
  deps: RolloutDeps,
  rollout: RolloutRecord,
): Promise<RolloutProgress | null> {
  if (rollout.startedAt === null) return null;
  const { stores } = deps;
  let read = rollout;
  for (let reads = 1; ; reads += 1) {
    const tick = read.tick;
    const uncounted = await stores.rolloutUpgrades.uncounted(read, tick?.settle ?? []);
    const left = await stores.rolloutUpgrades.left(read, Number.MAX_SAFE_INTEGER);
    const current = await stores.rollouts.current(read);
    if (!current || current.seq === read.seq || reads === MAX_READS) {
      const named = new Set(tick?.left);
      const uncountedLeft = new Map<number, number>();
      for (const { id, stage } of left)
        if (!named.has(id)) uncountedLeft.set(stage, (uncountedLeft.get(stage) ?? 0) + 1);
      const stages = stageProgress(read, uncounted, uncountedLeft);
      const started = stages.map((counts, index) => (read.stages[index]?.startedAt ? counts : null));
      return { total: totalProgress(stages), stages: started, offline: read.offline };
    }
    read = current;
  }
}
