import type { ConfigurationState, ConfigurationStatus } from '../records/domain/device-configuration.js';
import { isSameKey } from './fetch-due.js';
import { isTransient, reportsDrift } from './judge-report.js';
import { wasRetried } from './retries.js';
import type { Target } from './target-of.js';

/** Why a device is pending. */
export const PENDING_REASONS = ['canary', 'upgrade', 'offline', 'waiting', 'transient', 'offered'] as const;
export type PendingReason = (typeof PENDING_REASONS)[number];

export interface DeviceCircumstances {
  /** The document that the device is to run. */
  readonly target: Target;
  /** The sequence of the network's last retry; 0 without one. */
  readonly retriedSeq: number;
  /** Whether an upgrade of the device is in progress, which goes first. */
  readonly isUpgrading: boolean;
  readonly isUp: boolean;
}

export interface JudgedConfiguration {
  readonly state: ConfigurationStatus;
  readonly reason: PendingReason | null;
}

/** The state of a device's configuration when it is read: the first rule that applies (docs/configuration.md#states). */
export function stateOf(
  configuration: ConfigurationState,
  circumstances: DeviceCircumstances,
): JudgedConfiguration {
  const { report, rendered, refused } = configuration;
  const { target, retriedSeq } = circumstances;
  if (!report) return { state: 'unmanaged', reason: null };
  const isTarget = rendered !== undefined && isSameKey(rendered.key, target.key);
  if (refused && isTarget && refused.revision === rendered.revision)
    return { state: refused.state, reason: null };
  const isMended = rendered !== undefined && wasRetried(rendered.key, target.live[0], retriedSeq);
  if (reportsDrift(configuration) && !isMended) return { state: 'drifted', reason: null };
  const runsRendered = rendered !== undefined && report.revision === rendered.revision;
  if (runsRendered && !report.drifted && isSameKey(rendered.key, target.live))
    return { state: 'in_sync', reason: null };
  if (target.isHeld) return { state: 'held', reason: null };
  return { state: 'pending', reason: pendingReason(configuration, circumstances) };
}

function pendingReason(
  { report }: ConfigurationState,
  { target, isUpgrading, isUp }: DeviceCircumstances,
): PendingReason {
  if (target.document === null) return 'canary';
  if (isUpgrading) return 'upgrade';
  if (!isUp) return 'offline';
  if (typeof report?.waitingS === 'number') return 'waiting';
  return report && isTransient(report) ? 'transient' : 'offered';
}
