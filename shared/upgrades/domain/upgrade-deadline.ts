import { NEVER_DEAF, type Deafness } from '../../deaf-periods/domain/deafness.js';
import { isOffered } from './device-beat.js';
import {
  afterFailedDownload,
  moveTo,
  isInRollout,
  MAX_INSTALL_STEPS,
  refresh,
  secondsAfter,
  type Change,
  NO_DEADLINE,
  rulesOf,
  type DispatchedUpgrade,
  type RolloutMembership,
  type UpgradeRules,
} from './upgrade-change.js';

/** A readable duration in the largest unit without a remainder: `24 h`, `30 min`, `90 s`. */
function spelled(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function heardSince(lastHeartbeatAt: Date | null, since: Date): boolean {
  return lastHeartbeatAt !== null && lastHeartbeatAt >= since;
}

/** The end of an installation without progress: the device has stalled while it speaks, and is silent otherwise. */
function installing(
  { statusSince, version }: DispatchedUpgrade,
  lastHeartbeatAt: Date | null,
  { now, rules, deadlineAt }: Judged,
): Change {
  const step = spelled(rules.stepTimeoutS);
  if (heardSince(lastHeartbeatAt, secondsAfter(deadlineAt, -rules.downAfterS))) {
    const longest = MAX_INSTALL_STEPS * rules.stepTimeoutS;
    const isLong = secondsAfter(statusSince, longest) <= deadlineAt;
    const message = isLong
      ? `Not installed ${version} within ${spelled(longest)}`
      : `No progress for ${step} while installing ${version}`;
    return moveTo('Installing', 'Failed', 'stalled', now, { message });
  }
  const isSilent = !heardSince(lastHeartbeatAt, secondsAfter(deadlineAt, 1 - rules.stepTimeoutS));
  const message = isSilent
    ? `Not heard of for ${step} while installing ${version}`
    : `Went silent while installing ${version}`;
  return moveTo('Installing', 'Failed', 'installFailed', now, { message, cause: 'silent' });
}

// Evaluated at the deadline, not now: a late sweep must not fail a device that was up at the end of its soak.
function verifying(
  upgrade: DispatchedUpgrade,
  lastHeartbeatAt: Date | null,
  deviceVersion: string | null,
  { now, rules, deadlineAt }: Judged,
): Change {
  if (deviceVersion !== null && deviceVersion !== upgrade.version) {
    const message = `Went back to ${deviceVersion} from ${upgrade.version}`;
    return moveTo('Verifying', 'Failed', 'soakBroken', now, { message, cause: 'reverted' });
  }
  if (deviceVersion === null || !heardSince(lastHeartbeatAt, secondsAfter(deadlineAt, -rules.downAfterS))) {
    const message = `Went silent after it had started ${upgrade.version}`;
    return moveTo('Verifying', 'Failed', 'soakBroken', now, { message, cause: 'went_silent' });
  }
  return moveTo('Verifying', 'Success', 'soaked', now, { message: null, progress: 100 });
}

/** What a decision at a deadline depends on besides the upgrade and its device. */
interface Judged {
  readonly now: Date;
  readonly rules: UpgradeRules;
  /** With the time in which the service was deaf. */
  readonly deadlineAt: Date;
}

/**
 * When the time of a dispatched upgrade is over: at its stored deadline, and later when the service was deaf since the
 * time began. A rollout never offers it after the dispatch in its network has ended.
 */
export function deadlineOf(upgrade: DispatchedUpgrade, rules: UpgradeRules, deafness: Deafness): Date {
  const { status, deadlineAt, statusSince } = upgrade;
  if (deafness === NEVER_DEAF || deadlineAt >= NO_DEADLINE) return deadlineAt;
  const startedBefore = (seconds: number): Date =>
    deafness.silenceAfter(secondsAfter(deadlineAt, -seconds), deadlineAt);
  switch (status) {
    case 'Downloading':
      return startedBefore(rules.stepTimeoutS);
    case 'Installing': {
      const last = secondsAfter(statusSince, MAX_INSTALL_STEPS * rules.stepTimeoutS);
      return deadlineAt < last
        ? startedBefore(rules.stepTimeoutS)
        : deafness.silenceAfter(statusSince, deadlineAt);
    }
    case 'Verifying':
      return deafness.silenceAfter(statusSince, deadlineAt);
    case 'Queued': {
      if (!isInRollout(upgrade)) return startedBefore(rules.windowS);
      if (isOffered(upgrade)) return startedBefore(rules.stepTimeoutS);
      const end = startedBefore(rules.offerS);
      const { closesAt = end } = upgrade;
      return end > closesAt ? (closesAt > deadlineAt ? closesAt : deadlineAt) : end;
    }
  }
}

/**
 * Decides on a dispatched upgrade whose deadline has passed; null while it has not.
 *
 * - Queued: Expired. In a rollout it loses its slot instead: see {@link withoutSlot}.
 * - Downloading: no progress in time, so the try failed: Queued for another one, or Failed when none is left.
 * - Installing: Failed, as stalled if the device was up at the deadline.
 * - Verifying: Success when the device was up at the deadline and is on the version; otherwise Failed.
 *
 * @param lastHeartbeatAt the device's last heartbeat; null: never heard, or no longer in the inventory
 * @param deviceVersion the version that the device ran then
 * @param deafness when the service did not hear the device's organisation
 */
export function decideOnDeadline(
  upgrade: DispatchedUpgrade,
  lastHeartbeatAt: Date | null,
  deviceVersion: string | null,
  now: Date,
  environment: UpgradeRules,
  random: () => number,
  deafness: Deafness = NEVER_DEAF,
): Change | null {
  const rules = rulesOf(upgrade, environment);
  const deadlineAt = deadlineOf(upgrade, rules, deafness);
  if (deadlineAt > deafness.judgedTo(now)) return null;
  const judged = { now, rules, deadlineAt };
  switch (upgrade.status) {
    case 'Queued':
      return isInRollout(upgrade)
        ? withoutSlot(upgrade, lastHeartbeatAt, judged)
        : expire(upgrade, now, rules);
    case 'Downloading': {
      const isUp = heardSince(lastHeartbeatAt, secondsAfter(deadlineAt, -rules.downAfterS));
      const reason = `no ${isUp ? 'progress' : 'report'} for ${spelled(rules.stepTimeoutS)}`;
      const open = { ...upgrade, status: upgrade.status };
      return afterFailedDownload(open, upgrade.attempts, reason, now, rules, random)[0] ?? null;
    }
    case 'Installing':
      return installing(upgrade, lastHeartbeatAt, judged);
    case 'Verifying':
      return verifying(upgrade, lastHeartbeatAt, deviceVersion, judged);
  }
}

/** An offered upgrade that loses its slot this often ends, if its device sends heartbeats. */
const MAX_IGNORED = 3;

/**
 * The change of a Queued upgrade of a rollout whose time is over (docs/rollouts.md#slots). Never offered: Pending again.
 * Offered, and the device did not begin: Queued without a slot, and Expired when that happens for the third time or
 * later while the device sends heartbeats.
 */
function withoutSlot(
  upgrade: DispatchedUpgrade & Readonly<RolloutMembership>,
  lastHeartbeatAt: Date | null,
  { now, rules, deadlineAt }: Judged,
): Change {
  if (upgrade.offeredAt === null)
    return moveTo('Queued', 'Pending', 'offerMissed', now, { deadlineAt: null, hasSlot: false });
  const lost = isOffered(upgrade) ? upgrade.ignored + 1 : upgrade.ignored;
  if (lost >= MAX_IGNORED && heardSince(lastHeartbeatAt, secondsAfter(deadlineAt, -rules.downAfterS))) {
    const message = `The device was offered it ${lost} times and did not begin`;
    return moveTo('Queued', 'Expired', 'notBegun', now, { message, ignored: lost, missedAt: now });
  }
  const missed = lost > upgrade.ignored ? { missedAt: now } : {};
  return refresh('Queued', { deadlineAt: NO_DEADLINE, hasSlot: false, ignored: lost, ...missed });
}

/** The end of a Queued upgrade whose window has passed (docs/interface.md#statuses). */
export function expire(upgrade: DispatchedUpgrade, now: Date, rules: UpgradeRules): Change {
  const window = spelled(rules.windowS);
  const message =
    upgrade.offeredAt === null
      ? `The device did not ask for it within ${window}`
      : `The device was offered it and did not begin within ${window}`;
  const cause = upgrade.offeredAt === null ? 'not_reached' : 'not_begun';
  return moveTo('Queued', 'Expired', 'windowPassed', now, { message, cause });
}
