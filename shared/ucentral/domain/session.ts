import type { ReportedPort } from '../../inventory/domain/reported-port.js';
import type { UpgradeReport } from '../../upgrades/domain/device-beat.js';
import type { Measurements } from '../../inventory/domain/measured.js';
import type { Frame } from './frame.js';
import { fullBudget, spend, type FrameBudget } from './frame-budget.js';
import { countersOf, isSwitch, portsOf, uptimeOf, type PortCounters } from './from-state.js';
import { measurementsOf } from './from-radios.js';
import type {
  BeatFields,
  Command,
  ConnectedDevice,
  ConnectFrame,
  Effect,
  Order,
  Resumed,
  SessionEvent,
  SessionRules,
} from './session-events.js';
import { beginUptime, uptimeAt, type Uptime } from './uptime.js';
import {
  afterEvent,
  afterReconnect,
  afterReport,
  afterResult,
  afterSilence,
  answerDueAt,
  refusedStep,
  reportOf,
  sentStep,
  type UpgradeStep,
} from './upgrade-step.js';

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
  readonly budget: FrameBudget;
  readonly uptime: Uptime | null;
  readonly ports: ReportedPort[] | null;
  /** Of the last state; a heartbeat takes it along once. */
  readonly measured: Measurements | null;
  readonly counted: { readonly counters: PortCounters; readonly at: number } | null;
  /** The health that the device reports, per cent. */
  readonly sanity: number;
  readonly upgrade: UpgradeStep | null;
  /** The id of the next command, which is unique for the device. */
  readonly nextRpcId: number;
}

export type Step = readonly [Session, readonly Effect[]];

const CONNECT_WITHIN_MS = 30_000;
const PING_AFTER_MS = 30_000;
const SILENT_AFTER_MS = 90_000;
const RETRY_MS = 5000;
/** Results of a command may not get lost; other messages beyond the budget are. */
const NEVER_DROPPED: ReadonlySet<Frame['kind']> = new Set(['connect', 'result', 'upgradeEvent']);

export function openSession(now: number): Session {
  return {
    openedAt: now,
    device: null,
    heardAt: now,
    pingedAt: null,
    isHeard: false,
    isBeating: false,
    beatDueAt: Infinity,
    budget: fullBudget(now),
    uptime: null,
    ports: null,
    measured: null,
    counted: null,
    sanity: 100,
    upgrade: null,
    nextRpcId: 1,
  };
}

/** The session after an event, and what is to be done. Pure. */
export function advance(session: Session, event: SessionEvent, now: number, rules: SessionRules): Step {
  switch (event.kind) {
    case 'connected':
      return connected(session, event.frame, event.resumed, now, rules);
    case 'frame':
      return heard(session, event.frame, now, rules);
    case 'pong':
      return [{ ...session, heardAt: now, isHeard: true }, []];
    case 'tick':
      return passTime(session, now, rules);
    case 'answered':
      return answered(session, event.order, event.reported, now, rules);
    case 'unanswered':
      return [
        {
          ...session,
          isBeating: false,
          isHeard: true,
          beatDueAt: now + Math.min(rules.intervalMs, RETRY_MS),
        },
        [],
      ];
  }
}

/** When the session next needs a tick. */
export function nextTickAt(session: Session, { intervalMs }: Pick<SessionRules, 'intervalMs'>): number {
  if (!session.device) return session.openedAt + CONNECT_WITHIN_MS;
  const pingAt = Math.max(session.heardAt, session.pingedAt ?? 0) + pingAfter(intervalMs);
  const beatAt = session.isBeating || !session.isHeard ? Infinity : session.beatDueAt;
  const answerAt = session.upgrade ? (answerDueAt(session.upgrade) ?? Infinity) : Infinity;
  return Math.min(pingAt, beatAt, answerAt, session.heardAt + SILENT_AFTER_MS);
}

function connected(
  session: Session,
  { uuid, firmware, reason, capabilities }: ConnectFrame,
  { upgrade: before, nextRpcId }: Resumed,
  now: number,
  rules: SessionRules,
): Step {
  const upgrade = afterReconnect(before, reason);
  const device = { uuid, firmware, reason, capabilities };
  const begun = { ...session, device, upgrade, nextRpcId, heardAt: now, isHeard: true };
  return withSave(before, beat(begun, now, rules));
}

function heard(session: Session, frame: Frame, now: number, rules: SessionRules): Step {
  const { budget, fits } = spend(session.budget, now);
  const listening = { ...session, budget, heardAt: now, isHeard: true };
  if (!fits && !NEVER_DROPPED.has(frame.kind)) {
    const method = frame.kind === 'other' ? 'other' : frame.kind;
    return [listening, [{ kind: 'drop', method }]];
  }
  const { device, upgrade } = listening;
  if (!device) return [listening, []];
  switch (frame.kind) {
    case 'state':
      return [withState(listening, device, frame.state, now), []];
    case 'healthcheck':
      return [{ ...listening, sanity: frame.sanity }, []];
    case 'result':
      return advanceUpgrade(
        listening,
        upgrade && afterResult(upgrade, frame, isSwitch(device.capabilities)),
        now,
        rules,
      );
    case 'upgradeEvent':
      return advanceUpgrade(listening, upgrade && afterEvent(upgrade, frame, now), now, rules);
    default:
      return [listening, []];
  }
}

function withState(
  session: Session,
  device: ConnectedDevice,
  state: Extract<Frame, { kind: 'state' }>['state'],
  now: number,
): Session {
  const uptimeS = uptimeOf(state);
  const uptime = uptimeS === null ? session.uptime : beginUptime(session.uptime, uptimeS, now);
  const measured = measurementsOf(state);
  if (!isSwitch(device.capabilities)) return { ...session, uptime, measured };
  const { counted } = session;
  const before = counted && { counters: counted.counters, seconds: (now - counted.at) / 1000 };
  const ports = portsOf(state, device.capabilities, before);
  return { ...session, uptime, measured, ports, counted: { counters: countersOf(state), at: now } };
}

/** Saves a step that has changed, and tells the service at once. */
function advanceUpgrade(
  session: Session,
  upgrade: UpgradeStep | null,
  now: number,
  rules: SessionRules,
): Step {
  const before = session.upgrade;
  if (upgrade === before) return [session, []];
  const changed = { ...session, upgrade };
  // The progress of a download goes with the next heartbeat.
  if (upgrade?.phase === before?.phase) return [changed, []];
  return withSave(before, beat(changed, now, rules));
}

function withSave(before: UpgradeStep | null, [session, effects]: Step): Step {
  const { upgrade } = session;
  if (upgrade === before) return [session, effects];
  return [session, [{ kind: 'saveUpgrade', upgrade }, ...effects]];
}

/** Sends a heartbeat now, or right after the one that is under way. */
function beat(session: Session, now: number, rules: SessionRules): Step {
  const { device } = session;
  if (!device || session.isBeating) return [{ ...session, beatDueAt: now }, []];
  const uptime = session.uptime && uptimeAt(session.uptime, now);
  const fields: BeatFields = {
    firmwareVersion: device.firmware,
    uptimeS: uptime?.shownS ?? null,
    ports: session.ports,
    measured: session.measured,
    report: reportOf(session.upgrade),
  };
  const beatDueAt = now + rules.intervalMs * (0.9 + 0.2 * rules.chance);
  const beating = { ...session, uptime, measured: null, isBeating: true, isHeard: false, beatDueAt };
  return [beating, [{ kind: 'heartbeat', beat: fields }]];
}

function passTime(session: Session, now: number, rules: SessionRules): Step {
  if (!session.device) {
    const isLate = now >= session.openedAt + CONNECT_WITHIN_MS;
    return [session, isLate ? [{ kind: 'close', reason: 'no_connect' }] : []];
  }
  if (now >= session.heardAt + SILENT_AFTER_MS) return [session, [{ kind: 'close', reason: 'silent' }]];
  const { upgrade } = session;
  const [waited, late] = advanceUpgrade(session, upgrade && afterSilence(upgrade, now), now, rules);
  const isDue = now >= waited.beatDueAt && waited.isHeard && !waited.isBeating;
  const [beaten, beats] = isDue ? beat(waited, now, rules) : ([waited, []] as const);
  const pingAt = Math.max(beaten.heardAt, beaten.pingedAt ?? 0) + pingAfter(rules.intervalMs);
  if (now < pingAt) return [beaten, [...late, ...beats]];
  return [{ ...beaten, pingedAt: now }, [...late, ...beats, { kind: 'ping' }]];
}

/** A device that is asked for heartbeats more often is asked more often whether it is there. */
function pingAfter(intervalMs: number): number {
  return Math.min(PING_AFTER_MS, intervalMs / 2);
}

function answered(
  session: Session,
  order: Order | null,
  reported: UpgradeReport | null,
  now: number,
  rules: SessionRules,
): Step {
  const { upgrade: before } = session;
  const isStored = before !== null && reported?.id === before.id && reported.state === 'failure';
  const upgrade = before && isStored ? afterReport(before) : before;
  const after = { ...session, isBeating: false, upgrade };
  const isNew = order !== null && !(upgrade && upgrade.phase !== 'reported');
  if (!isNew) {
    const settled: Step = [after, []];
    return withSave(before, now >= after.beatDueAt ? beat(after, now, rules) : settled);
  }
  const rpcId = session.nextRpcId;
  const sent = sentStep(order.id, rpcId, now);
  // The device checks nothing of the file but what TLS does.
  if (!order.url.startsWith('https:')) return advanceUpgrade(after, refusedStep(sent), now, rules);
  const command = upgradeCommand(rpcId, order, session.device?.uuid ?? 0);
  const ordered = { ...after, upgrade: sent, nextRpcId: rpcId + 1 };
  return [ordered, [{ kind: 'orderUpgrade', upgrade: sent, command }]];
}

/** Configurations of airfleet have a uuid above 1; with another one there is none to keep. */
function upgradeCommand(id: number, { url, signature }: Order, uuid: number): Command {
  const params = {
    when: 0,
    uri: url,
    keep_redirector: 1,
    ...(uuid > 1 ? { keep_config: 1 } : {}),
    ...(signature === null ? {} : { FWsignature: signature, signature }),
  };
  return { id, method: 'upgrade', params };
}
