import { isoSeconds } from '../../../platform/values/iso-time.js';
import type { RolloutRecord, StateReason } from '../../models/rollout.js';
import type { CanaryPart, StageRecord } from '../../models/rollout-stage.js';
import type { LogEvent } from '../log-event.js';
import type { UncountedUpgrades } from '../progress.js';
import { isOfDelivery } from './failure-gate.js';
import type { StageLook } from './health-gate.js';

/** A second opinion consists of so many canaries. */
const SECOND_OPINION = 2;
/** Of so many canaries, a bad one needs no second opinion. */
const ENOUGH = 3;
const MAX_EXAMPLES = 10;

/** What follows from the bad canaries of a hardware part. */
export type CanaryVerdict = 'passed' | 'noted' | 'more' | 'tripped';

/**
 * Judges the canaries of a part (docs/rollouts.md#canaries-4): of one or two, a bad one gets a second opinion, and two bad
 * ones trip the gate. One of three or more is noted.
 * @param bad how many of its canaries are bad: counted as Failed, or sick at the end of the soak
 */
export function judgeCanaryPart(
  bad: number,
  { wanted, devices }: Pick<CanaryPart, 'wanted' | 'devices'>,
  hasSecondOpinion: boolean,
): CanaryVerdict {
  if (bad === 0) return 'passed';
  if (bad > 1 || !hasSecondOpinion || devices < ENOUGH) return 'tripped';
  return wanted < ENOUGH ? 'more' : 'noted';
}

type Judged = Pick<RolloutRecord, 'settings' | 'stages' | 'finished' | 'judged' | 'failures'>;
type Held = Omit<Judged, 'failures'>;

/** Whether the settings turn the failure gate off: more than 100 % never fail. */
function isOff({ settings: { gates } }: Pick<Judged, 'settings'>): boolean {
  return gates.failure_percent >= 100;
}

/** The canary stage that is current, with its number from 1; null for other stages. */
function canaryStage({ settings, stages }: Pick<Judged, 'settings' | 'stages'>, index: number) {
  const [given, record] = [settings.stages[index], stages[index]];
  if (!given || !('canary_per_part' in given) || !record?.canaries) return null;
  return { n: index + 1, perPart: given.canary_per_part, record, parts: record.canaries };
}

/** How many canaries of a part are bad, and which; the sick ones are known at the end of the soak. */
function badOnes(rollout: Judged, n: number, part: string, look: StageLook | null) {
  const counted = sumOf(rollout.judged, n, part, 'counted');
  const looked = look?.isEnd && look.stage === n ? look.parts.find((each) => each.part === part) : undefined;
  const sick = looked ? looked.sick.ended + looked.sick.open : 0;
  const failures = rollout.failures
    .filter((failure) => failure.stage === n && failure.part === part && !isOfDelivery(failure))
    .map(({ upgrade_id, mac_id, cause }) => ({ upgrade_id, mac_id, cause }));
  return { bad: counted + sick, examples: [...failures, ...(looked?.examples ?? [])].slice(0, MAX_EXAMPLES) };
}

/** The upgrades of a part in a stage that have finished in one way. */
export function sumOf(
  rows: RolloutRecord['finished'],
  n: number,
  part: string,
  field: 'success' | 'failed' | 'counted',
): number {
  return rows.filter((row) => row.stage === n && row.part === part).reduce((sum, row) => sum + row[field], 0);
}

/** The reason for a pause when the canaries of a part are bad; null when none trips the gate, and in other stages. */
export function judgeCanaries(
  rollout: Judged,
  index: number,
  open: readonly UncountedUpgrades[],
  look: StageLook | null,
  now: Date,
): StateReason | null {
  const stage = canaryStage(rollout, index);
  if (stage === null || isOff(rollout)) return null;
  const { second_opinion: hasSecondOpinion, failure_percent: limit } = rollout.settings.gates;
  for (const each of stage.parts) {
    const { part } = each;
    const { bad, examples } = badOnes(rollout, stage.n, part, look);
    if (judgeCanaryPart(bad, each, hasSecondOpinion) !== 'tripped') continue;
    const verifying = open
      .filter((one) => one.stage === stage.n && one.part === part && one.status === 'Verifying')
      .reduce((sum, { count }) => sum + count, 0);
    const ended =
      sumOf(rollout.judged, stage.n, part, 'success') + sumOf(rollout.judged, stage.n, part, 'counted');
    const counts = { finished: ended + verifying, failed: bad };
    const at = isoSeconds(now);
    return { gate: 'failure_gate', stage: stage.n, part, counts, p: null, limit, examples, at };
  }
  return null;
}

/** A canary stage after its bad canaries were judged, with what enters the log. */
export interface JudgedCanaries {
  readonly stage: StageRecord;
  readonly events: readonly LogEvent[];
}

/**
 * Asks for a second opinion of parts with one bad canary, and notes bad canaries among three or more. A stage that soaks
 * runs again while further canaries are upgraded. Null when nothing changes.
 */
export function heedCanaries(rollout: Judged, index: number, look: StageLook | null): JudgedCanaries | null {
  const stage = canaryStage(rollout, index);
  if (stage === null || isOff(rollout)) return null;
  const events: LogEvent[] = [];
  const judged = stage.parts.map((each) => {
    const found = badOnes(rollout, stage.n, each.part, look);
    const verdict = judgeCanaryPart(found.bad, each, rollout.settings.gates.second_opinion);
    return { each, ...found, verdict };
  });
  const asks = judged.some(({ verdict }) => verdict === 'more');
  const canaries = judged.map(({ each, bad, examples, verdict }) => {
    const more = verdict === 'more' ? SECOND_OPINION : 0;
    const isNews = bad > each.notedBad && (verdict === 'more' || verdict === 'noted');
    if (isNews) events.push(canaryEvent(stage.n, each.part, { bad, more, examples }));
    return { ...each, wanted: each.wanted + more, notedBad: isNews ? bad : each.notedBad };
  });
  if (!asks && events.length === 0) return null;
  const { record } = stage;
  const reopened = record.state === 'Soaking' ? ({ state: 'Running', soakUntil: null } as const) : {};
  return { stage: { ...record, canaries, ...(asks ? { drawnAt: null, ...reopened } : {}) }, events };
}

function canaryEvent(
  n: number,
  part: string,
  found: { bad: number; more: number; examples: readonly unknown[] },
): LogEvent {
  const more = found.more > 0 ? `, ${found.more} more are drawn` : '';
  return {
    kind: 'rollout.canaries',
    text: `Stage ${n}, ${part}: ${found.bad === 1 ? 'a canary is' : `${found.bad} canaries are`} bad${more}`,
    before: null,
    after: { stage: n, part, ...found },
    reason: null,
  };
}

/** The entry of a draw that replaced canaries of a part that were not heard. */
export function replacedEvent(
  n: number,
  part: string,
  replaced: readonly { upgrade_id: number; mac_id: string }[],
): LogEvent {
  const macs = replaced.map(({ mac_id }) => mac_id).join(', ');
  return {
    kind: 'rollout.canaries',
    text: `Stage ${n}, ${part}: replaced ${macs}, which had not begun and was not heard`,
    before: null,
    after: { stage: n, part, replaced },
    reason: null,
  };
}

/**
 * The parts for which a canary stage waits (docs/rollouts.md#canaries-3): without a Success, or without the second opinion
 * that was asked for, while a device may still come up. Every part before the first draw.
 */
export function heldParts(rollout: Held, index: number): 'all' | string[] {
  const [given, record] = [rollout.settings.stages[index], rollout.stages[index]];
  if (!given || !('canary_per_part' in given) || !record) return [];
  const { canaries, drawsOpen } = record;
  if (canaries === null || drawsOpen || isOutdated(rollout, index)) return 'all';
  return canaries
    .filter(({ part, wanted, spare, alive }) => {
      const success = sumOf(rollout.finished, index + 1, part, 'success');
      const done = success + sumOf(rollout.judged, index + 1, part, 'counted');
      const isTried = success > 0 || (isOff(rollout) && hasCounted(rollout, index + 1, part));
      const lacks = !isTried || (wanted > given.canary_per_part && done < wanted);
      return lacks && (spare > 0 || alive > success);
    })
    .map(({ part }) => part);
}

function hasCounted({ finished }: Held, n: number, part: string): boolean {
  return sumOf(finished, n, part, 'counted') > 0;
}

/** Whether a draw was asked for, or a canary has failed since the last one. */
function isOutdated({ stages, finished }: Held, index: number): boolean {
  const { canaries, drawnAt } = stages[index] ?? { canaries: null, drawnAt: null };
  if (canaries === null || drawnAt === null) return true;
  return canaries.some(({ part, failed }) => sumOf(finished, index + 1, part, 'failed') > failed);
}

/** Whether a canary stage waits for a part. */
export function isHeld(rollout: Held, index: number): boolean {
  const parts = heldParts(rollout, index);
  return parts === 'all' || parts.length > 0;
}

/**
 * How many canaries a draw adds to a part: until its first Success, and for a second opinion.
 * @param alive canaries whose upgrade is open or has ended in Success
 */
export function missingCanaries(
  rollout: Held,
  index: number,
  { part, wanted }: Pick<CanaryPart, 'part' | 'wanted'>,
  alive: number,
): number {
  const stage = canaryStage(rollout, index);
  if (stage === null) return 0;
  const hasSuccess = sumOf(rollout.finished, stage.n, part, 'success') > 0;
  const isTried = hasSuccess || (isOff(rollout) && hasCounted(rollout, stage.n, part));
  if (isTried && wanted <= stage.perPart) return 0;
  return Math.max(0, wanted - sumOf(rollout.judged, stage.n, part, 'counted') - alive);
}

const DRAW_EVERY_MS = 60_000;

/**
 * Whether canaries are due to be drawn: at once when they are asked for or one has failed, and once a minute while a part
 * waits.
 */
export function isDrawDue(rollout: Held & Pick<RolloutRecord, 'state'>, index: number, now: Date): boolean {
  const [given, record] = [rollout.settings.stages[index], rollout.stages[index]];
  if (rollout.state !== 'Running' || !given || !('canary_per_part' in given)) return false;
  if (record?.state !== 'Running' || record.drawsOpen) return false;
  if (record.drawnAt === null || isOutdated(rollout, index)) return true;
  return record.drawnAt.getTime() + DRAW_EVERY_MS <= now.getTime() && isHeld(rollout, index);
}
