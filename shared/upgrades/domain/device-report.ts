import { NEVER_DEAF, type Deafness } from '../../deaf-periods/domain/deafness.js';
import { isLate, isOpen, isOffered, type Beat } from './device-beat.js';
import { changesElsewhere, changesOnVersion } from './report-changes.js';
import { abortedTo, isCalledBack, NO_ROLLOUTS, type RolloutStates } from './recall.js';
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

/** The writes that follow, in order, and what the answer carries of the upgrade. */
export interface HeartbeatDecision {
  readonly changes: Change[];
  readonly offer: boolean;
  /** Set when the answer tells the device to stop its download. */
  readonly abort?: true;
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
 * Nothing is offered to a device that reports `installing`. A device that downloads is asked to stop when its rollout does
 * not run or its request was cancelled.
 * @param random from 0 up to, not including, 1: the jitter of retries
 * @param rollouts what is known of the rollout of the upgrade
 * @param deafness when the service did not hear the device's organisation
 */
export function decideOnHeartbeat(
  upgrade: DispatchedUpgrade | null,
  beat: Beat,
  environment: UpgradeRules,
  random: () => number,
  rollouts: RolloutStates = NO_ROLLOUTS,
  deafness: Deafness = NEVER_DEAF,
): HeartbeatDecision {
  const saysNothing = isLate(beat) && beat.report?.state !== 'installing';
  if (upgrade === null || saysNothing) return { changes: [], offer: false };
  const rules = rulesOf(upgrade, environment);
  const changes =
    beat.firmwareVersion === upgrade.version
      ? changesOnVersion(upgrade, beat, rules, deafness)
      : changesElsewhere(upgrade, beat, rules, random, abortedTo(upgrade, rollouts));
  const status = changes.at(-1)?.to ?? upgrade.status;
  const abort = status === 'Downloading' && isCalledBack(upgrade, rollouts);
  const inRollout = isInRollout(upgrade);
  const isOfferable = inRollout
    ? upgrade.hasSlot && rollouts.running.has(upgrade.rolloutId)
    : upgrade.isRecalled !== true;
  const mayOffer = isOfferable && changes.length === 0 && beat.report?.state !== 'installing';
  if (abort) return { changes, offer: false, abort };
  if (!mayOffer) return { changes, offer: false };
  if (upgrade.status === 'Downloading') {
    const speaksOfAnother = beat.report !== undefined && beat.report.id !== upgrade.id;
    return { changes, offer: speaksOfAnother };
  }
  if (upgrade.status !== 'Queued' || !isOpen(upgrade, beat.at)) return { changes, offer: false };
  if (deadlineOf(upgrade, rules, deafness) <= beat.at)
    return { changes: inRollout ? [] : [expire(upgrade, beat.at, rules)], offer: false };
  return { changes: isOffered(upgrade) ? [] : [firstOffer(upgrade, beat, rules)], offer: true };
}

/**
 * Whether a decision may be another one when the service has been deaf: it ends a soak, says that the device was silent,
 * or offers nothing because it is late.
 */
export function dependsOnDeafness(
  upgrade: DispatchedUpgrade,
  { changes, offer }: HeartbeatDecision,
  { at }: Pick<Beat, 'at'>,
): boolean {
  const isLateOffer = upgrade.status === 'Queued' && !offer && upgrade.deadlineAt <= at;
  return (
    isLateOffer || changes.some(({ event, set: { cause } }) => event === 'soaked' || cause === 'went_silent')
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
