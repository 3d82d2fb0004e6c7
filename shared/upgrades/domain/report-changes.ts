import type { Deafness } from '../../deaf-periods/domain/deafness.js';
import { hasNotRestartedSince, isOpen, isOffered, type Beat, type UpgradeReport } from './device-beat.js';
import { afterAbort, type AbortedTo } from './recall.js';
import {
  afterFailedDownload,
  isInRollout,
  moveTo,
  refresh,
  secondsAfter,
  stepDeadline,
  type Change,
  type ChangedFields,
  type DispatchedUpgrade,
  type UpgradeRules,
} from './upgrade-change.js';

function failureText(report: UpgradeReport): string {
  const said = report.message?.trim() ?? '';
  return said === '' ? 'the device gave no reason' : said;
}

function cameBack(upgrade: DispatchedUpgrade, beat: Beat): Change {
  const message = `Came back on ${beat.firmwareVersion} instead of ${upgrade.version}`;
  return moveTo('Installing', 'Failed', 'installFailed', beat.at, { message, cause: 'wrong_version' });
}

function begin(
  upgrade: DispatchedUpgrade,
  to: 'Downloading' | 'Installing',
  beat: Beat,
  rules: UpgradeRules,
): Change {
  const event = to === 'Downloading' ? 'reportedDownloading' : 'reportedInstalling';
  return moveTo(upgrade.status, to, event, beat.at, {
    attempts: upgrade.status === 'Queued' ? upgrade.attempts + 1 : upgrade.attempts,
    progress: beat.report?.progress ?? (to === 'Downloading' ? null : 0),
    message: beat.report?.message ?? null,
    nextAttemptAt: null,
    deadlineAt: secondsAfter(beat.at, rules.stepTimeoutS),
    ...(to === 'Installing' && isInRollout(upgrade) ? { installingAt: beat.at } : {}),
  });
}

/**
 * The fields that a report of the step under way changes; null when it changes none. Its time begins again when progress
 * grows, and with every report of a download that has never carried progress. Heartbeats may overtake each other:
 * progress never goes back within a step.
 */
function progressed(
  upgrade: DispatchedUpgrade,
  { progress, message }: UpgradeReport,
  at: Date,
  rules: UpgradeRules,
): ChangedFields | null {
  const said: ChangedFields = message === undefined ? {} : { message };
  const grows = progress !== undefined && (upgrade.progress === null || progress > upgrade.progress);
  if (!grows && upgrade.progress !== null) return message === undefined ? null : said;
  const deadlineAt = stepDeadline(upgrade, at, rules);
  return { ...(grows ? { progress } : {}), deadlineAt, ...said };
}

function queued(
  upgrade: DispatchedUpgrade & { readonly status: 'Queued' },
  report: UpgradeReport | undefined,
  beat: Beat,
  rules: UpgradeRules,
  random: () => number,
): Change[] {
  // A device that writes its flash must not be taken for idle, so this report counts at any time. Any other report
  // between two tries is a late one of the previous try.
  if (report?.state === 'installing') return [begin(upgrade, 'Installing', beat, rules)];
  if (report === undefined || !isOpen(upgrade, beat.at)) return [];
  if (report.state === 'downloading') return [begin(upgrade, 'Downloading', beat, rules)];
  if (report.state === 'failure' && isOffered(upgrade)) {
    return afterFailedDownload(upgrade, upgrade.attempts + 1, failureText(report), beat.at, rules, random);
  }
  return [];
}

function downloading(
  upgrade: DispatchedUpgrade & { readonly status: 'Downloading' },
  report: UpgradeReport | undefined,
  beat: Beat,
  rules: UpgradeRules,
  random: () => number,
  abortedTo: AbortedTo,
): Change[] {
  const failed = (reason: string): Change[] =>
    afterFailedDownload(upgrade, upgrade.attempts, reason, beat.at, rules, random);
  switch (report?.state) {
    case 'downloading': {
      const set = progressed(upgrade, report, beat.at, rules);
      return set === null ? [] : [refresh('Downloading', set)];
    }
    case 'installing':
      return [begin(upgrade, 'Installing', beat, rules)];
    case 'failure':
      return failed(failureText(report));
    case 'aborted':
      return [afterAbort(upgrade, abortedTo, beat.at)];
    case 'success':
      return [];
    case undefined:
      return beat.isRestart ? failed('the device has restarted') : [];
  }
}

function installing(
  upgrade: DispatchedUpgrade,
  report: UpgradeReport | undefined,
  beat: Beat,
  rules: UpgradeRules,
): Change[] {
  switch (report?.state) {
    case 'downloading':
    case 'aborted':
      return [];
    case 'installing': {
      const set = progressed(upgrade, report, beat.at, rules);
      return set === null ? [] : [refresh('Installing', set)];
    }
    case 'failure': {
      const message = `Installation failed: ${failureText(report)}`;
      return [moveTo('Installing', 'Failed', 'installFailed', beat.at, { message, cause: 'install' })];
    }
    case 'success':
      return [cameBack(upgrade, beat)];
    case undefined: {
      // A late heartbeat, or one about another upgrade, does not decide on this one; its deadline does.
      const isSilent = beat.report !== undefined || hasNotRestartedSince(beat, upgrade.statusSince);
      return isSilent ? [] : [cameBack(upgrade, beat)];
    }
  }
}

function verifyingElsewhere(
  upgrade: DispatchedUpgrade,
  report: UpgradeReport | undefined,
  beat: Beat,
): Change[] {
  // A report of an earlier step, or an uptime from before the restart, belongs to a late heartbeat. If the device did
  // go back, the sweep finds it at the end of the soak.
  if (report !== undefined && report.state !== 'success' && report.state !== 'failure') return [];
  if (hasNotRestartedSince(beat, upgrade.statusSince)) return [];
  const message = `Went back to ${beat.firmwareVersion} from ${upgrade.version}`;
  return [moveTo('Verifying', 'Failed', 'soakBroken', beat.at, { message, cause: 'reverted' })];
}

/**
 * The changes when the device runs another version than the upgrade's, by its report.
 * @param abortedTo where a download that the device has stopped leads
 */
export function changesElsewhere(
  upgrade: DispatchedUpgrade,
  beat: Beat,
  rules: UpgradeRules,
  random: () => number,
  abortedTo: AbortedTo,
): Change[] {
  const report = beat.report?.id === upgrade.id ? beat.report : undefined;
  switch (upgrade.status) {
    case 'Queued':
      return queued({ ...upgrade, status: upgrade.status }, report, beat, rules, random);
    case 'Downloading':
      return downloading({ ...upgrade, status: upgrade.status }, report, beat, rules, random, abortedTo);
    case 'Installing':
      return installing(upgrade, report, beat, rules);
    case 'Verifying':
      return verifyingElsewhere(upgrade, report, beat);
  }
}

// Silence counts only up to the end of the soak, so that a heartbeat and the sweep make the same decision; and not while
// the service was deaf, nor in the grace after it.
function soak(upgrade: DispatchedUpgrade, beat: Beat, rules: UpgradeRules, deafness: Deafness): Change[] {
  const { statusSince } = upgrade;
  const soaked = secondsAfter(statusSince, rules.soakS);
  const end = deafness.after(statusSince, soaked).getTime();
  const heard = new Date(Math.max(beat.previousHeartbeatAt?.getTime() ?? 0, statusSince.getTime()));
  const silent = deafness.silenceAfter(heard, secondsAfter(heard, rules.downAfterS)).getTime();
  if (Math.min(beat.at.getTime(), end) > silent) {
    const message = `Went silent after it had started ${upgrade.version}`;
    return [moveTo('Verifying', 'Failed', 'soakBroken', beat.at, { message, cause: 'went_silent' })];
  }
  if (beat.at.getTime() < end) return [];
  return [moveTo('Verifying', 'Success', 'soaked', beat.at, { message: null, progress: 100 })];
}

/**
 * The changes when the device runs the version of the upgrade: Skipped if the upgrade was never offered, Verifying if
 * it was, and Success at the end of a soak without silence.
 */
export function changesOnVersion(
  upgrade: DispatchedUpgrade,
  beat: Beat,
  rules: UpgradeRules,
  deafness: Deafness,
): Change[] {
  if (upgrade.status === 'Verifying') return soak(upgrade, beat, rules, deafness);
  if (upgrade.status === 'Queued' && upgrade.offeredAt === null) {
    const message = `The device already runs ${upgrade.version}`;
    return [moveTo('Queued', 'Skipped', 'alreadyOnVersion', beat.at, { message })];
  }
  const set = {
    attempts: upgrade.status === 'Queued' ? upgrade.attempts + 1 : upgrade.attempts,
    progress: 100,
    message: null,
    nextAttemptAt: null,
    deadlineAt: secondsAfter(beat.at, rules.soakS),
    ...(isInRollout(upgrade)
      ? { reachedVerifying: true, verifyingAt: beat.at, restarts: beat.restarts }
      : {}),
  };
  return [moveTo(upgrade.status, 'Verifying', 'versionSeen', beat.at, set)];
}
