import type { NotedCounts, NotedPart } from '../models/rollout-series.js';
import type { NotedTime, RolloutRecord } from '../models/rollout.js';
import type { SickDevices } from './health/judge-part.js';
import type { UncountedUpgrades } from './progress.js';
import { stageProgress, totalProgress } from './progress.js';
import type { StageLook } from './gates/health-gate.js';

/** A series of a rollout has at most so many points. */
export const MAX_POINTS = 500;
const FIRST_STEP_S = 60;

/**
 * The points with another one at the end. Of a full series every second point is left out first, so that its points are
 * twice as far apart: a series covers a rollout of any length.
 */
export function withPoint<T>(points: readonly T[], point: T): T[] {
  const kept = points.length < MAX_POINTS ? points : points.filter((_, index) => index % 2 === 0);
  return [...kept, point];
}

/** When counts were last noted, after they were noted once more; the step grows when {@link withPoint} thins the series. */
export function noted(last: NotedTime | null, at: Date): NotedTime {
  if (last === null) return { at, stepS: FIRST_STEP_S, length: 1 };
  const isFull = last.length === MAX_POINTS;
  return {
    at,
    stepS: isFull ? 2 * last.stepS : last.stepS,
    length: isFull ? MAX_POINTS / 2 + 1 : last.length + 1,
  };
}

/** Whether counts are to be noted: at each step, and when the rollout ends. */
export function isNoteDue(last: NotedTime | null, now: Date, ends: boolean): boolean {
  return last === null || ends || last.at.getTime() + last.stepS * 1000 <= now.getTime();
}

/** The numbers of upgrades by state, after a tick. */
export function countsAfter(
  rollout: Pick<RolloutRecord, 'stages' | 'sick'>,
  open: readonly UncountedUpgrades[],
  at: Date,
): NotedCounts {
  const { devices: _devices, ...counts } = totalProgress(stageProgress(rollout, open, new Map()));
  const { success, inFlight } = rollout.sick ?? NO_SICK;
  // The look may be older than the counts.
  return {
    at,
    ...counts,
    sick: { success: Math.min(success, counts.success), inFlight: Math.min(inFlight, counts.in_flight) },
  };
}

const NO_SICK: SickDevices = { success: 0, inFlight: 0 };

/** How many sick devices a look has found, by the state of their upgrade: those that have not failed. */
export function sickOf({ parts }: StageLook): SickDevices {
  return parts.reduce(
    (sum, { sickNow }) => ({
      success: sum.success + sickNow.success,
      inFlight: sum.inFlight + sickNow.inFlight,
    }),
    NO_SICK,
  );
}

/** What a look has compared, by hardware part: the shares of sick devices, not the numbers of restarts. */
export function notedLooks(look: StageLook): NotedPart[] {
  return look.parts.map(({ part, treated, control, tests, examples: sick }) => {
    const compared = tests.flatMap(({ sign, treated: ours, control: theirs }) =>
      ours && theirs && sign !== 'restarts' ? [{ sign, treated: ours, control: theirs }] : [],
    );
    return { part, point: { at: look.at, treated, control, tests: compared }, sick };
  });
}
