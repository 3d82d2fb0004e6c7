import { NEVER_DEAF, type Deafness } from '../../deaf-periods/domain/deafness.js';
import { isLate, isOpen, isOffered, type Beat } from './device-beat.js';
import { changesElsewhere, changesOnVersion } from './report-changes.js';
import {
  isInRollout,
  refresh,
  rulesOf,
  secondsAfter,
  type Change,
  type ChangedFields,
  type DispatchedUpgrade,
  type UpgradeRules,
} from './upgrade-change.js';
import { deadlineOf, expire } from './upgrade-deadline.js';

/** The writes that follow, in order, and whether the answer carries the upgrade. */
export interface HeartbeatDecision {
  readonly changes: Change[];
  readonly offer: boolean;
}

/**
 * Decides how a heartbeat changes the dispatched upgrade of its device, and whether the answer offers it.
 *
 * Normally one change or none. A report about another upgrade, an ended one, or a step backwards changes nothing; a
 * report of success is not a Success; only the version that the device runs is. An upgrade is offered while it is
 * Queued and its next try is open, and while the device downloads but reports about another upgrade; a change of
 * `offeredAt` records the first offer of each try. An upgrade whose window has passed is Expired instead. A heartbeat
 * older than the previous one changes nothing and gets no offer, unless it reports that the flash is being written.
 * An upgrade of a rollout is offered only while it holds a slot; at the end of its time the sweep takes the slot away.
 * @param random from 0 up to, not including, 1: the jitter of retries
 * @param running the rollouts that offer their upgrades
 * @param deafness when the service did not hear the device's organisation
 */
export function decideOnHeartbeat(
  upgrade: DispatchedUpgrade | null,
  beat: Beat,
  environment: UpgradeRules,
  random: () => number,
  running: ReadonlySet<number> = new Set(),
  deafness: Deafness = NEVER_DEAF,
): HeartbeatDecision {
  const saysNothing = isLate(beat) && beat.report?.state !== 'installing';
  if (upgrade === null || saysNothing) return { changes: [], offer: false };
  const rules = rulesOf(upgrade, environment);
  const inRollout = isInRollout(upgrade);
  const isOfferable = !inRollout || (upgrade.hasSlot && running.has(upgrade.rolloutId));
  const changes =
    beat.firmwareVersion === upgrade.version
      ? changesOnVersion(upgrade, beat, rules, deafness)
      : changesElsewhere(upgrade, beat, rules, random, deafness);
  if (upgrade.status === 'Downloading') {
    const speaksOfAnother = beat.report !== undefined && beat.report.id !== upgrade.id;
    return { changes, offer: isOfferable && changes.length === 0 && speaksOfAnother };
  }
  const waits = upgrade.status === 'Queued' && changes.length === 0 && isOpen(upgrade, beat.at);
  if (!waits || !isOfferable) return { changes, offer: false };
  if (deadlineOf(upgrade, rules, deafness) <= beat.at)
    return { changes: inRollout ? [] : [expire(upgrade, beat.at, rules)], offer: false };
  return { changes: isOffered(upgrade) ? [] : [firstOffer(upgrade, beat, rules)], offer: true };
}

/**
 * Whether a decision may be another one when the service has been deaf: it ends a soak, or says that the device was
 * silent or late.
 */
export function dependsOnDeafness(
  upgrade: DispatchedUpgrade,
  { changes, offer }: HeartbeatDecision,
  { at, report }: Pick<Beat, 'at' | 'report'>,
): boolean {
  const isLateOffer = upgrade.status === 'Queued' && !offer && upgrade.deadlineAt <= at;
  return (
    isLateOffer ||
    changes.some(
      ({ event, set: { cause } }) =>
        event === 'soaked' || cause === 'went_silent' || (cause === 'wrong_version' && report === undefined),
    )
  );
}

/** Records the first offer of a try. In a rollout, the device then has one step timeout to begin. */
function firstOffer(upgrade: DispatchedUpgrade, beat: Beat, rules: UpgradeRules): Change {
  const set: ChangedFields = { offeredAt: beat.at };
  if (isInRollout(upgrade)) {
    set.deadlineAt = secondsAfter(beat.at, rules.stepTimeoutS);
    set.previousVersion = upgrade.previousVersion ?? beat.firmwareVersion;
  }
  return refresh('Queued', set);
}
