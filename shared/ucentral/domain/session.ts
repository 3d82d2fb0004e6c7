import { configDueAt } from './config-steps.js';
import { sendingBands } from './config-track.js';
import { isObject, type Frame } from './frame.js';
import { countersOf, isSwitch, portsOf, uptimeOf } from './from-state.js';
import { measurementsOf } from './from-radios.js';
import { beginConfig, beginFetch, configFetched, configHeard, configTime, leave } from './session-config.js';
import type {
  Asked,
  Command,
  ConnectedDevice,
  ConnectFrame,
  Resumed,
  SessionEvent,
  SessionRules,
} from './session-events.js';
import { beat, isTrying, pingAfter, type Session, type Step } from './session-state.js';
import { advanceUpgrade, isUpgrading, orderUpgrade, withSave } from './session-upgrade.js';
import { beginUptime } from './uptime.js';
import {
  afterEvent,
  afterReconnect,
  afterReport,
  afterResult,
  afterSilence,
  answerDueAt,
} from './upgrade-step.js';

const CONNECT_WITHIN_MS = 30_000;
const SILENT_AFTER_MS = 90_000;
const RETRY_MS = 5000;
const SPREAD_MS = 1000;

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
      return answered(session, event, now, rules);
    case 'fetched':
      return configFetched(session, event.document, now, rules);
    case 'assigned':
      return hastened(session, now, rules);
    case 'removed':
      return leave({ ...session, isBeating: false }, now);
    case 'unanswered':
      return [
        {
          ...session,
          isBeating: false,
          isHeard: true,
          measured: session.measured ?? event.measured,
          beatDueAt: now + Math.min(rules.intervalMs, RETRY_MS),
        },
        [],
      ];
  }
}

/**
 * The next heartbeat comes within a second: many devices may be assigned at once. It still needs a sign of the device,
 * which is asked for one.
 */
function hastened(session: Session, now: number, { chance }: SessionRules): Step {
  if (!session.device) return [session, []];
  const sooner = { ...session, beatDueAt: Math.min(session.beatDueAt, now + chance * SPREAD_MS) };
  return session.isHeard ? [sooner, []] : [{ ...sooner, pingedAt: now }, [{ kind: 'ping' }]];
}

/** When the session next needs a tick. */
export function nextTickAt(session: Session, rules: Pick<SessionRules, 'intervalMs'>): number {
  if (!session.device) return session.openedAt + CONNECT_WITHIN_MS;
  const pingAt = Math.max(session.heardAt, session.pingedAt ?? 0) + pingAfter(session, rules);
  const beatAt = session.isBeating || !session.isHeard || session.leaving ? Infinity : session.beatDueAt;
  const answerAt = session.upgrade ? (answerDueAt(session.upgrade) ?? Infinity) : Infinity;
  const configAt = session.leaving?.until ?? (session.config ? configDueAt(session.config) : Infinity);
  return Math.min(pingAt, beatAt, answerAt, configAt, session.heardAt + SILENT_AFTER_MS);
}

function connected(
  session: Session,
  { uuid, firmware, reason, capabilities }: ConnectFrame,
  resumed: Resumed,
  now: number,
  rules: SessionRules,
): Step {
  const { upgrade: before, nextRpcId } = resumed;
  const upgrade = afterReconnect(before, reason);
  const device = { uuid, firmware, reason, capabilities };
  // A device that connects again may be another kind of device: its record decides what it is to run.
  const begun = { ...session, config: null, device, upgrade, nextRpcId, heardAt: now, isHeard: true };
  const [configured, sends] = beginConfig(begun, resumed, now);
  const [beaten, effects] = withSave(before, beat(configured, now, rules));
  return [beaten, [...sends, ...effects]];
}

function heard(session: Session, frame: Frame, now: number, rules: SessionRules): Step {
  const listening = { ...session, heardAt: now, isHeard: true };
  const { device } = listening;
  if (!device) return [listening, []];
  const noticed = noticedBy(listening, device, frame, now);
  const { upgrade } = noticed;
  if (frame.kind === 'upgradeEvent')
    return advanceUpgrade(noticed, upgrade && afterEvent(upgrade, frame, now), now, rules);
  const configured = configHeard(noticed, frame, now, rules);
  if (configured) return configured;
  if (frame.kind !== 'result') return [noticed, []];
  const after = upgrade && afterResult(upgrade, frame, isSwitch(device.capabilities));
  return advanceUpgrade(noticed, after, now, rules);
}

/** What a message says of the device besides the results of commands. */
function noticedBy(session: Session, device: ConnectedDevice, frame: Frame, now: number): Session {
  if (frame.kind === 'state') return withState(session, device, frame.state, now);
  return frame.kind === 'healthcheck' ? { ...session, sanity: frame.sanity } : session;
}

function withState(
  session: Session,
  device: ConnectedDevice,
  state: Extract<Frame, { kind: 'state' }>['state'],
  now: number,
): Session {
  const uptimeS = uptimeOf(state);
  const uptime = uptimeS === null ? session.uptime : beginUptime(session.uptime, uptimeS, now);
  const { wifi } = device.capabilities;
  const bands = session.config && sendingBands(session.config);
  const measured = measurementsOf(state, { wifi: isObject(wifi) ? wifi : {}, bands });
  if (!isSwitch(device.capabilities)) return { ...session, uptime, measured };
  const { counted } = session;
  const before = counted && { counters: counted.counters, seconds: (now - counted.at) / 1000 };
  const ports = portsOf(state, device.capabilities, before);
  return { ...session, uptime, measured, ports, counted: { counters: countersOf(state), at: now } };
}

function passTime(session: Session, now: number, rules: SessionRules): Step {
  if (!session.device) {
    const isLate = now >= session.openedAt + CONNECT_WITHIN_MS;
    return [session, isLate ? [{ kind: 'close', reason: 'no_connect' }] : []];
  }
  if (now >= session.heardAt + SILENT_AFTER_MS) return [session, [{ kind: 'close', reason: 'silent' }]];
  const [timed, decided] = configTime(session, now, rules);
  const { upgrade } = timed;
  const [waited, late] = advanceUpgrade(timed, upgrade && afterSilence(upgrade, now), now, rules);
  const isDue = now >= waited.beatDueAt && waited.isHeard && !waited.isBeating;
  const [beaten, beats] = isDue ? beat(waited, now, rules) : ([waited, []] as const);
  const pingAt = Math.max(beaten.heardAt, beaten.pingedAt ?? 0) + pingAfter(beaten, rules);
  const effects = [...decided, ...late, ...beats];
  return now < pingAt ? [beaten, effects] : [{ ...beaten, pingedAt: now }, [...effects, { kind: 'ping' }]];
}

function answered(
  session: Session,
  event: Extract<SessionEvent, { kind: 'answered' }>,
  now: number,
  rules: SessionRules,
): Step {
  const [asked, commands] = event.asked ? commandStep(session, event.asked) : ([session, []] as const);
  const [next, effects] = ordered(asked, event, now, rules);
  return [next, [...commands, ...effects]];
}

/** Sends what a caller has asked of the device. The number of the command is saved first, so that it is not used again. */
function commandStep(session: Session, { action, seconds }: Asked): Step {
  const id = session.nextRpcId;
  const command: Command =
    action === 'reboot'
      ? { id, method: 'reboot', params: { when: 0 } }
      : { id, method: 'leds', params: { when: 0, pattern: 'blink', duration: (seconds ?? 0) * 1000 } };
  return [{ ...session, nextRpcId: id + 1 }, [{ kind: 'command', upgrade: session.upgrade, command }]];
}

/** An upgrade goes before a configuration, and waits for one that is tried. */
function ordered(
  session: Session,
  { order, reported, fetch }: Extract<SessionEvent, { kind: 'answered' }>,
  now: number,
  rules: SessionRules,
): Step {
  const { upgrade: before } = session;
  const isStored = before !== null && reported?.id === before.id && reported.state === 'failure';
  const upgrade = before && isStored ? afterReport(before) : before;
  const after = { ...session, isBeating: false, upgrade };
  if (order && !isUpgrading(after) && !isTrying(after)) return orderUpgrade(after, order, now, rules);
  const [fetching, fetches] = fetch ? beginFetch(after) : ([after, []] as const);
  const settled: Step = [fetching, []];
  const [beaten, effects] = withSave(
    before,
    now >= fetching.beatDueAt ? beat(fetching, now, rules) : settled,
  );
  return [beaten, [...fetches, ...effects]];
}
