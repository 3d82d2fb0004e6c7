import type { Deafness } from '../../deaf-periods/domain/deafness.js';
import { lostSsid, MAX_WAITING_S } from '../../configuration/domain/canary-step.js';
import { reportsDrift } from '../../configuration/domain/judge-report.js';
import { runningKey, type Target } from '../../configuration/domain/target-of.js';
import type { ConfigurationState } from '../../configuration/records/domain/device-configuration.js';
import type {
  ConfigurationSettings,
  HoldCode,
} from '../../configuration/records/domain/network-configuration.js';
import { isUp } from '../../status/domain/heartbeat-time.js';

/** How a canary has done with the change of a bulk operation; `waiting`: that is not known. */
export const BULK_CANARY_STATES = ['waiting', 'passed', 'refused', 'lost'] as const;
export type BulkCanaryState = (typeof BULK_CANARY_STATES)[number];

/** What a canary is judged by, and how. */
export interface JudgedCanary {
  /** The sequence of the device with the change. */
  readonly seq: number;
  readonly state: BulkCanaryState;
  /** What a canary that has refused reported. */
  readonly code: HoldCode | null;
  /** When the time began in which it has to run the change: with the change, or when it could first fetch it. */
  readonly since: Date;
  /** When its radios are expected to be up, if they take longer. */
  readonly waitingUntil: Date | null;
  /** When it first reported that it runs the change. */
  readonly appliedAt: Date | null;
}

/** What is known of the device. */
export interface CanaryDevice {
  readonly configuration: ConfigurationState;
  readonly lastHeartbeatAt: Date | null;
  readonly target: Pick<Target, 'document'>;
  /** Whether an upgrade of the device is in progress, which goes first. */
  readonly isUpgrading: boolean;
}

export interface CanaryFacts {
  readonly at: Date;
  /** Null: it has left the inventory. */
  readonly device: CanaryDevice | null;
  /** Of its network. */
  readonly settings: ConfigurationSettings;
  readonly heartbeatIntervalS: number;
  readonly downAfterS: number;
  readonly deafness: Deafness;
}

/** The fields of the record that a judgement changes. */
export type CanaryChange = Partial<Omit<JudgedCanary, 'seq'>>;

const LOST = { state: 'lost' } as const;
const PASSED = { state: 'passed' } as const;

/**
 * Judges a canary that has not ended (docs/administration.md#staged-canary).
 * @returns what changes; null: nothing
 */
export function judgeCanary(canary: JudgedCanary, facts: CanaryFacts): CanaryChange | null {
  const { at, device, settings } = facts;
  if (!settings.canary) return PASSED;
  const report = device?.configuration.report;
  if (!device || !report) return LOST;
  const { configuration, lastHeartbeatAt } = device;
  const { rendered, refused } = configuration;
  const runs = (runningKey(configuration)?.[2] ?? 0) >= canary.seq;
  if (rendered && rendered.key[2] >= canary.seq && refused?.revision === rendered.revision)
    return { state: 'refused', code: refused.code };
  if (runs && lostSsid(configuration) !== undefined) return { state: 'refused', code: 'left_out' };
  if (typeof report.waitingS === 'number') {
    const change = waitingChange(canary, report.waitingS, lastHeartbeatAt);
    if (change) return change;
  } else if (runs && !reportsDrift(configuration)) {
    const appliedAt = canary.appliedAt ?? appliedSince(configuration, at);
    const isSoaked = (lastHeartbeatAt?.getTime() ?? 0) >= appliedAt.getTime() + settings.soakS * 1000;
    if (isSoaked) return { ...PASSED, appliedAt };
    if (canary.appliedAt === null) return { appliedAt };
  } else if (isKeptWaiting(device) && isUp(lastHeartbeatAt, at, facts.downAfterS) === true) {
    // Another change of its network is tested, or its firmware is installed: it is not offered the change.
    return { since: at };
  }
  return facts.deafness.judgedTo(at) < deadlineOf(canary, facts) ? null : LOST;
}

/** When a device that runs the change has reported it first: its report has changed since the fetch, or was the same before. */
function appliedSince({ reportedAt, rendered }: ConfigurationState, at: Date): Date {
  const reported = Math.max(reportedAt?.getTime() ?? 0, rendered?.at.getTime() ?? 0);
  return new Date(Math.min(reported, at.getTime()));
}

function isKeptWaiting({ target, isUpgrading }: CanaryDevice): boolean {
  return target.document === null || isUpgrading;
}

/** Moves the expected end of the wait that the last heartbeat reported; no radio takes longer than the latest one. */
function waitingChange(
  { since, waitingUntil }: JudgedCanary,
  waitingS: number,
  heardAt: Date | null,
): CanaryChange | null {
  const latest = since.getTime() + MAX_WAITING_S * 1000;
  const until = Math.min((heardAt?.getTime() ?? 0) + waitingS * 1000, latest);
  return until <= (waitingUntil?.getTime() ?? 0) ? null : { waitingUntil: new Date(until) };
}

function deadlineOf(
  { since, waitingUntil }: JudgedCanary,
  { settings: { confirmWithinS, soakS }, heartbeatIntervalS, downAfterS, deafness }: CanaryFacts,
): Date {
  const start = waitingUntil && waitingUntil > since ? waitingUntil : since;
  const allowanceS = 2 * heartbeatIntervalS + 2 * confirmWithinS + soakS + downAfterS;
  return deafness.silenceAfter(start, new Date(start.getTime() + allowanceS * 1000));
}

/** What has one canary: a network, 0 without one, and a hardware part. */
export function canaryKey(device: {
  readonly locationNetworkId: number | null;
  readonly partNumber: string;
}): string {
  return `${device.locationNetworkId ?? 0}:${device.partNumber}`;
}
