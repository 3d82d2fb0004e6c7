import type { ReportedPort } from '../../inventory/domain/reported-port.js';
import type { Measurements } from '../../inventory/domain/measured.js';
import { openTrial, reportOfTrack, runs, type ConfigTrack } from './config-track.js';
import type { PortCounters } from './from-state.js';
import type { BeatFields, ConnectedDevice, Effect, SessionRules } from './session-events.js';
import { reportOf, type UpgradeStep } from './upgrade-step.js';
import { uptimeAt, type Uptime } from './uptime.js';

/** The conversation with one device over one connection. Times are milliseconds of the epoch. */
export interface Session {
  readonly openedAt: number;
  /** What the device said when it connected; null before. */
  readonly device: ConnectedDevice | null;
  /** When the device last sent anything. */
  readonly heardAt: number;
  readonly pingedAt: number | null;
  /** Whether the device has sent anything since the last heartbeat. */
  readonly isHeard: boolean;
  readonly isBeating: boolean;
  readonly beatDueAt: number;
  readonly uptime: Uptime | null;
  readonly ports: ReportedPort[] | null;
  /** Of the last state; a heartbeat takes it along once. */
  readonly measured: Measurements | null;
  readonly counted: { readonly counters: PortCounters; readonly at: number } | null;
  /** The health that the device reports, per cent. */
  readonly sanity: number;
  readonly upgrade: UpgradeStep | null;
  /** Null for devices that are not configured: switches. */
  readonly config: ConfigTrack | null;
  /** The command after whose result a removed device is let go; null for others. */
  readonly leaving: { readonly rpcId: number; readonly until: number } | null;
  /** The id of the next command, which is unique for the device. */
  readonly nextRpcId: number;
}

export type Step = readonly [Session, readonly Effect[]];

const PING_AFTER_MS = 30_000;
const TRIAL_INTERVAL_MS = 5000;

export function openSession(now: number): Session {
  return {
    openedAt: now,
    device: null,
    heardAt: now,
    pingedAt: null,
    isHeard: false,
    isBeating: false,
    beatDueAt: Infinity,
    uptime: null,
    ports: null,
    measured: null,
    counted: null,
    sanity: 100,
    upgrade: null,
    config: null,
    leaving: null,
    nextRpcId: 1,
  };
}

/** Whether it is not known yet what becomes of a configuration that was sent. */
export function isTrying({ config }: Session): boolean {
  return config !== null && (openTrial(config) !== null || config.restore !== null);
}

/** A device that tries a configuration is heard more often. */
function intervalOf(session: Session, { intervalMs }: Pick<SessionRules, 'intervalMs'>): number {
  return isTrying(session) ? Math.min(TRIAL_INTERVAL_MS, intervalMs) : intervalMs;
}

/** A device that is asked for heartbeats more often is asked more often whether it is there. */
export function pingAfter(session: Session, rules: Pick<SessionRules, 'intervalMs'>): number {
  return isTrying(session) ? TRIAL_INTERVAL_MS : Math.min(PING_AFTER_MS, rules.intervalMs / 2);
}

/** Sends a heartbeat now, or right after the one that is under way. */
export function beat(session: Session, now: number, rules: SessionRules): Step {
  const { device, config } = session;
  if (!device || session.leaving) return [session, []];
  if (session.isBeating) return [{ ...session, beatDueAt: now }, []];
  const uptime = session.uptime && uptimeAt(session.uptime, now);
  const fields: BeatFields = {
    firmwareVersion: device.firmware,
    uptimeS: uptime?.shownS ?? null,
    ports: session.ports,
    measured: session.measured,
    report: reportOf(session.upgrade),
    configuration: config && reportOfTrack(config),
  };
  const beatDueAt = now + intervalOf(session, rules) * (0.9 + 0.2 * rules.chance);
  const beating = { ...session, uptime, measured: null, isBeating: true, isHeard: false, beatDueAt };
  return [beating, [{ kind: 'heartbeat', beat: fields }]];
}

/** The revision that the device runs; null when none of airfleet. */
export function runningRevision({ config }: Session): string | null {
  return (config && runs(config))?.revision ?? null;
}
