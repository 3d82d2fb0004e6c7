import { isoSeconds } from '../../../platform/values/iso-time.js';
import type { RolloutRecord, StateReason } from '../../models/rollout.js';
import type { FailedExample, FinishedPart } from '../../models/rollout-stage.js';
import type { UncountedUpgrades } from '../progress.js';
import { failureGateTrips, type Finished } from './gates.js';

const MAX_EXAMPLES = 10;

/** An upgrade that ended, as the gates count it. */
export interface JudgedEnd {
  readonly id: number;
  readonly stage: number;
  readonly status: string;
  readonly cause: FailedExample['cause'];
  readonly partNumber: string;
  readonly macId: string;
  /** Whether its device fell silent and that counts as a failure. */
  readonly silenceCounts: boolean;
}

/** Failures that count wherever the device is: it said so itself. */
export const SPOKEN_CAUSES: readonly string[] = ['install', 'wrong_version', 'reverted', 'stalled'];
const SILENT_CAUSES: readonly string[] = ['silent', 'went_silent'];
const UNDELIVERED_CAUSES: readonly string[] = ['download', 'not_begun'];

type Ended = Pick<JudgedEnd, 'status' | 'cause'>;

/** Whether the upgrade failed because its device fell silent: whether that counts depends on its site. */
export function endedSilent({ status, cause }: Ended): boolean {
  return status === 'Failed' && SILENT_CAUSES.includes(cause ?? '');
}

/** Whether the failure gate counts an ended upgrade (docs/rollouts.md#failure-gate-2). */
export function isCounted(end: Ended & Pick<JudgedEnd, 'silenceCounts'>): boolean {
  if (endedSilent(end)) return end.silenceCounts;
  return end.status === 'Failed' && SPOKEN_CAUSES.includes(end.cause ?? '');
}

/** Whether an ended upgrade failed before its device had the firmware. */
function isUndelivered({ status, cause }: Ended): boolean {
  return (status === 'Failed' || status === 'Expired') && UNDELIVERED_CAUSES.includes(cause ?? '');
}

/** What is known of a device that fell silent during its upgrade. */
export interface FallenSilent {
  /** Whether the health gate has devices to compare its hardware part with. */
  readonly hasControl: boolean;
  /** Its last heartbeat. */
  readonly heardAt: Date | null;
  /** The last heartbeats of the other devices of its network. */
  readonly neighboursHeardAt: readonly (Date | null)[];
}

/**
 * Whether the failure gate counts an upgrade whose device fell silent: without a control group, and while its site is
 * alive. A site that loses its power falls silent together.
 */
export function silenceCounts(
  { hasControl, heardAt, neighboursHeardAt }: FallenSilent,
  heartbeatIntervalS: number,
): boolean {
  if (hasControl || heardAt === null) return false;
  const together = heardAt.getTime() + 2 * heartbeatIntervalS * 1000;
  return neighboursHeardAt.some((at) => at !== null && at.getTime() > together);
}

/** The counts with further ended upgrades. */
export function withFinished(counts: readonly FinishedPart[], ended: readonly JudgedEnd[]): FinishedPart[] {
  const sums = new Map(counts.map((each) => [`${each.stage}:${each.part}`, { ...each }]));
  for (const end of ended) {
    const { stage, partNumber: part, status } = end;
    const undelivered = isUndelivered(end);
    if (status !== 'Success' && status !== 'Failed' && !undelivered) continue;
    const key = `${stage}:${part}`;
    const sum = sums.get(key) ?? { stage, part, success: 0, failed: 0, counted: 0, undelivered: 0 };
    if (status === 'Success') sum.success += 1;
    else sum.failed += 1;
    if (isCounted(end)) sum.counted += 1;
    if (undelivered) sum.undelivered += 1;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** How many failures a rollout keeps as examples, of those that count and of the undelivered ones. */
const MAX_KEPT = 100;

/** The latest failures that a gate counts, with further ended upgrades. */
export function withFailures(
  failures: readonly FailedExample[],
  ended: readonly JudgedEnd[],
): FailedExample[] {
  const failed = ended
    .filter((end) => isCounted(end) || isUndelivered(end))
    .map(({ id, macId, cause, stage, partNumber }) => {
      return { upgrade_id: id, mac_id: macId, cause, stage, part: partNumber };
    });
  const all = [...failures, ...failed];
  return [all.filter(isOfDelivery), all.filter((each) => !isOfDelivery(each))].flatMap((kind) =>
    kind.slice(-MAX_KEPT),
  );
}

/** Whether a failure is one of the delivery gate, not of the failure gate. */
export function isOfDelivery({ cause }: Pick<FailedExample, 'cause'>): boolean {
  return UNDELIVERED_CAUSES.includes(cause ?? '');
}

type Judged = Pick<RolloutRecord, 'settings' | 'judged' | 'failures'>;

/** When the gate judges. */
export interface JudgedMoment {
  readonly now: Date;
  /** The stage that is named for the whole rollout or a part, from 1. */
  readonly current: number;
  /** Whether the soak of a stage is over: few upgrades are judged as well. */
  readonly isStageEnd: boolean;
}

/**
 * The reason for a pause when too many of the judged upgrades have failed: of a hardware part, of a stage, or of the
 * rollout, in this order; null when the gate passes (docs/rollouts.md#failure-gate).
 * @param open the open upgrades, of which those that verify their version count as finished
 */
export function judgeFailures(
  rollout: Judged,
  open: readonly UncountedUpgrades[],
  { now, current, isStageEnd }: JudgedMoment,
): StateReason | null {
  const { failure_percent: failurePercent, min_finished: minFinished } = rollout.settings.gates;
  const limits = { failurePercent, minFinished: isStageEnd ? 1 : minFinished };
  const rows = [...rollout.judged.map(finishedOf), ...open.flatMap(verifyingOf)];
  const judge = (stage: number, part: string | null, among: Among): StateReason | null => {
    const counts = sumOf(rows.filter(among));
    if (!failureGateTrips(counts, limits)) return null;
    const examples = rollout.failures
      .filter((failure) => among(failure) && !isOfDelivery(failure))
      .slice(-MAX_EXAMPLES)
      .map(({ upgrade_id, mac_id, cause }) => ({ upgrade_id, mac_id, cause }));
    const at = isoSeconds(now);
    return { gate: 'failure_gate', stage, part, counts, p: null, limit: failurePercent, examples, at };
  };
  for (const part of new Set(rows.map((row) => row.part))) {
    const reason = judge(current, part, (one) => one.part === part);
    if (reason) return reason;
  }
  for (const stage of new Set(rows.map((row) => row.stage))) {
    const reason = judge(stage, null, (one) => one.stage === stage);
    if (reason) return reason;
  }
  return judge(current, null, () => true);
}

type Among = (one: { readonly stage: number; readonly part: string }) => boolean;

interface Row extends Finished {
  readonly stage: number;
  readonly part: string;
}

function finishedOf({ stage, part, success, counted }: FinishedPart): Row {
  return { stage, part, finished: success + counted, failed: counted };
}

function verifyingOf({ stage, part, status, count }: UncountedUpgrades): Row[] {
  return status === 'Verifying' ? [{ stage, part, finished: count, failed: 0 }] : [];
}

function sumOf(rows: readonly Finished[]): Finished {
  return {
    finished: rows.reduce((sum, { finished }) => sum + finished, 0),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
  };
}
