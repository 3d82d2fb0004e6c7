import { secondsAfter, type DispatchedUpgrade } from './upgrade-change.js';

/** The report of a device on an upgrade. */
export interface UpgradeReport {
  readonly id: number;
  readonly state: 'downloading' | 'installing' | 'success' | 'failure' | 'aborted';
  /** Per cent. */
  readonly progress?: number | undefined;
  readonly message?: string | undefined;
}

/** The parts of a heartbeat that matter to an upgrade. */
export interface Beat {
  readonly at: Date;
  readonly firmwareVersion: string;
  readonly uptimeSeconds?: number | undefined;
  readonly report?: UpgradeReport | undefined;
  /** When the device was heard before this heartbeat; null: never. */
  readonly previousHeartbeatAt: Date | null;
  /** How many times the uptime of the device has fallen, with this heartbeat. */
  readonly restarts: number;
  /** Whether the device has restarted since the heartbeat before. */
  readonly isRestart: boolean;
}

/** Whether a later heartbeat of the device was recorded before this one. */
export function isLate({ at, previousHeartbeatAt }: Pick<Beat, 'at' | 'previousHeartbeatAt'>): boolean {
  return previousHeartbeatAt !== null && at < previousHeartbeatAt;
}

// Clocks drift and heartbeats are delayed: an uptime is proof only if it reaches back this much further.
const UPTIME_TOLERANCE_S = 600;

/** Whether the uptime proves that the device has been running since well before `since`. */
export function hasNotRestartedSince(beat: Beat, since: Date): boolean {
  if (beat.uptimeSeconds === undefined) return false;
  return secondsAfter(beat.at, -beat.uptimeSeconds) < secondsAfter(since, -UPTIME_TOLERANCE_S);
}

/** Whether the next try may begin at `at`. */
export function isOpen(upgrade: DispatchedUpgrade, at: Date): boolean {
  return upgrade.nextAttemptAt === null || upgrade.nextAttemptAt <= at;
}

/** Whether the device has been offered the try that is open. Each try is offered anew. */
export function isOffered(upgrade: DispatchedUpgrade): boolean {
  return (
    upgrade.offeredAt !== null &&
    (upgrade.nextAttemptAt === null || upgrade.offeredAt >= upgrade.nextAttemptAt)
  );
}
