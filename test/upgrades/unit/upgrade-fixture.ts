import type { Beat, UpgradeReport } from '../../../shared/upgrades/domain/device-beat.js';
import { decideOnHeartbeat, type HeartbeatDecision } from '../../../shared/upgrades/domain/device-report.js';
import type { DispatchedUpgrade, UpgradeRules } from '../../../shared/upgrades/domain/upgrade-change.js';

/** The start of the tests' time. */
const START = Date.parse('2026-03-01T10:00:00Z');

/** The rules of the default environment. */
export const RULES: UpgradeRules = {
  stepTimeoutS: 1800,
  maxAttempts: 4,
  soakS: 300,
  downAfterS: 180,
  offerS: 180,
  windowS: 86_400,
};

/** `seconds` after the start of the test's time; negative: before. */
export const t = (seconds: number): Date => new Date(START + seconds * 1000);

/** No jitter. */
export const steady = (): number => 0;

/** Upgrade 7 to 2.0.0, begun at `t(0)`; a Queued one has not been offered. */
export function upgrade(given: Partial<DispatchedUpgrade> = {}): DispatchedUpgrade {
  const status = given.status ?? 'Queued';
  const begun = status !== 'Queued';
  return {
    id: 7,
    version: '2.0.0',
    status,
    attempts: begun ? 1 : 0,
    progress: begun ? 0 : null,
    offeredAt: begun ? t(-60) : null,
    nextAttemptAt: null,
    statusSince: t(0),
    deadlineAt: t(status === 'Queued' ? 86_400 : status === 'Verifying' ? 300 : 1800),
    ...given,
  };
}

/** A heartbeat on 1.0.0 at `t(60)`; the previous one was at `t(0)`. */
export function beat(given: Partial<Beat> = {}): Beat {
  return {
    at: t(60),
    firmwareVersion: '1.0.0',
    previousHeartbeatAt: t(0),
    restarts: 0,
    isRestart: false,
    ...given,
  };
}

/** The two decisions without a write. */
export const NOTHING = { changes: [], offer: false };
export const QUIETLY_OFFERED = { changes: [], offer: true };

/** Decides on {@link beat} under {@link RULES}, without jitter. */
export function decide(
  from: DispatchedUpgrade,
  heard: Partial<Beat>,
  rules: UpgradeRules = RULES,
): HeartbeatDecision {
  return decideOnHeartbeat(from, beat(heard), rules, steady);
}

/** A report about upgrade 7. */
export function report(
  state: UpgradeReport['state'],
  given: Partial<UpgradeReport> = {},
): { report: UpgradeReport } {
  return { report: { id: 7, state, ...given } };
}
