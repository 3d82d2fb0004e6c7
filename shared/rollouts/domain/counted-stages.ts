import { END_STATUSES } from '../../upgrades/domain/upgrade-status.js';
import type { StageRecord } from '../models/rollout-stage.js';
import { withEnds } from './end-rate.js';
import { currentStage } from './move-stage.js';
import type { AddedToStage, Facts } from './tick-facts.js';

/** The stages with the upgrades that this tick counts. */
export function countedStages(stages: readonly StageRecord[], facts: Facts): StageRecord[] {
  const { now, ended, left, joined, scan } = facts;
  return stages.map((stage, index) => {
    const n = index + 1;
    const own = ended.filter((one) => one.stage === n);
    const sums = { ...stage.ended };
    for (const status of END_STATUSES) sums[status] += own.filter((one) => one.status === status).length;
    const gain = joined?.find((each) => each.index === index);
    return {
      ...withDraw(withJoiners(stage, gain), index === currentStage({ stages }) ? facts : null),
      ended: sums,
      recent: withEnds(
        stage.recent,
        own.map(({ at }) => at),
        now,
      ),
      offline: scan?.pass?.offline[index] ?? stage.offline,
      heldOut: scan?.pass?.heldOut[index] ?? stage.heldOut,
      left: stage.left + left.filter((one) => one.stage === n).length,
    };
  });
}

/** A canary stage after a draw, or after the upgrades of a draw were written. */
function withDraw(stage: StageRecord, facts: Facts | null): StageRecord {
  if (facts === null) return stage;
  const { now, draw, drawnBound } = facts;
  const bound = drawnBound === null ? stage : { ...stage, bound: drawnBound, drawsOpen: false };
  return draw === null ? bound : { ...bound, canaries: draw.parts, drawnAt: now, drawsOpen: draw.hasDrawn };
}

/** A stage after devices have joined it. */
function withJoiners(stage: StageRecord, joined: AddedToStage | undefined): StageRecord {
  if (joined === undefined) return stage;
  const { bound, ineligible } = joined;
  return {
    ...stage,
    bound,
    onVersion: stage.onVersion + ineligible.onVersion,
    noFirmware: stage.noFirmware + ineligible.noFirmware,
    releaseGone: stage.releaseGone + ineligible.releaseGone,
  };
}
