import type { Beat } from './device-beat.js';
import {
  moveTo,
  secondsAfter,
  type Change,
  type DispatchedUpgrade,
  type UpgradeRules,
} from './upgrade-change.js';

// Silence counts up to the end of the soak only, so that this and the sweep, whichever comes first, agree.
function soak(upgrade: DispatchedUpgrade, beat: Beat, rules: UpgradeRules): Change[] {
  const end = secondsAfter(upgrade.statusSince, rules.soakS).getTime();
  const heard = Math.max(beat.previousHeartbeatAt?.getTime() ?? 0, upgrade.statusSince.getTime());
  if (Math.min(beat.at.getTime(), end) - heard > rules.downAfterS * 1000) {
    const message = `Went silent after it had started ${upgrade.version}`;
    return [moveTo('Verifying', 'Failed', 'soakBroken', beat.at, { message })];
  }
  if (beat.at.getTime() < end) return [];
  return [moveTo('Verifying', 'Success', 'soaked', beat.at, { message: null, progress: 100 })];
}

/**
 * What follows when the device is heard on the upgrade's version: Skipped when it was never told, Verifying when
 * it was, and at the end of a soak without silence Success.
 */
export function changesOnVersion(upgrade: DispatchedUpgrade, beat: Beat, rules: UpgradeRules): Change[] {
  if (upgrade.status === 'Verifying') return soak(upgrade, beat, rules);
  if (upgrade.status === 'Queued' && upgrade.toldAt === null) {
    const message = `The device already runs ${upgrade.version}`;
    return [moveTo('Queued', 'Skipped', 'alreadyOnVersion', beat.at, { message })];
  }
  const set = {
    attempts: upgrade.status === 'Queued' ? upgrade.attempts + 1 : upgrade.attempts,
    progress: 100,
    message: null,
    nextAttemptAt: null,
    deadlineAt: secondsAfter(beat.at, rules.soakS),
  };
  return [moveTo(upgrade.status, 'Verifying', 'versionSeen', beat.at, set)];
}
