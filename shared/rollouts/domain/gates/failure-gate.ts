import { isoSeconds } from '../../../platform/values/iso-time.js';
import type { FailedExample, FinishedPart, RolloutRecord, StateReason } from '../../models/rollout.js';
import { failureGateTrips, type Finished } from './gates.js';

const MAX_EXAMPLES = 10;

/** An upgrade that ended, as the gate counts it. */
export interface JudgedEnd {
  readonly id: number;
  readonly stage: number;
  readonly status: string;
  readonly cause: FailedExample['cause'];
  readonly partNumber: string;
  readonly macId: string;
}

/** Whether an ended upgrade counts as Failed: it is Failed, or its device sent heartbeats but never began. */
function hasFailed({ status, cause }: JudgedEnd): boolean {
  return status === 'Failed' || (status === 'Expired' && cause === 'not_begun');
}

/** The counts with further ended upgrades. Finished are those that ended in Success and those that count as Failed. */
export function withFinished(counts: readonly FinishedPart[], ended: readonly JudgedEnd[]): FinishedPart[] {
  const sums = new Map(counts.map((each) => [`${each.stage}:${each.part}`, { ...each }]));
  for (const end of ended) {
    const { stage, partNumber: part, status } = end;
    if (status !== 'Success' && !hasFailed(end)) continue;
    const key = `${stage}:${part}`;
    const sum = sums.get(key) ?? { stage, part, finished: 0, failed: 0 };
    sum.finished += 1;
    if (hasFailed(end)) sum.failed += 1;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** How many failures a rollout keeps as examples. */
const MAX_KEPT = 100;

/** The latest failures, with further ended upgrades. */
export function withFailures(
  failures: readonly FailedExample[],
  ended: readonly JudgedEnd[],
): FailedExample[] {
  const failed = ended.filter(hasFailed).map(({ id, macId, cause, stage, partNumber }) => {
    return { upgrade_id: id, mac_id: macId, cause, stage, part: partNumber };
  });
  return [...failures, ...failed].slice(-MAX_KEPT);
}

type Judged = Pick<RolloutRecord, 'settings' | 'judged' | 'failures'>;

/**
 * The reason for a pause when too many of the judged upgrades have failed: of the rollout, of a stage, or of a hardware
 * part, in this order; null when the gate passes (docs/rollouts.md#failure-gate).
 * @param current the stage that is named for the whole rollout, from 1
 * @param endingStage a stage whose soak is over: it is judged whatever the number of its upgrades
 */
export function judgeFailures(
  rollout: Judged,
  current: number,
  endingStage: number | null,
  now: Date,
): StateReason | null {
  const { failure_percent: failurePercent, min_finished: minFinished } = rollout.settings.gates;
  const trips = (counts: Finished, least = minFinished): boolean =>
    failureGateTrips(counts, { failurePercent, minFinished: least });
  const { judged } = rollout;
  const reason = (
    counts: Finished,
    stage: number,
    part: string | null,
    isJudged: (failure: FailedExample) => boolean = () => true,
  ): StateReason => ({
    gate: 'failure_gate',
    stage,
    part,
    counts,
    p: null,
    limit: failurePercent,
    examples: rollout.failures
      .filter(isJudged)
      .slice(-MAX_EXAMPLES)
      .map(({ upgrade_id, mac_id, cause }) => ({ upgrade_id, mac_id, cause })),
    at: isoSeconds(now),
  });
  const total = sumOf(judged);
  if (trips(total)) return reason(total, current, null);
  for (const stage of new Set(judged.map((each) => each.stage))) {
    const counts = sumOf(judged.filter((each) => each.stage === stage));
    if (trips(counts, stage === endingStage ? 1 : minFinished))
      return reason(counts, stage, null, (failure) => failure.stage === stage);
  }
  for (const part of new Set(judged.map((each) => each.part))) {
    const counts = sumOf(judged.filter((each) => each.part === part));
    if (trips(counts)) return reason(counts, current, part, (failure) => failure.part === part);
  }
  return null;
}

function sumOf(counts: readonly FinishedPart[]): Finished {
  return {
    finished: counts.reduce((sum, { finished }) => sum + finished, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}
