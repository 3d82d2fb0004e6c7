import { mappingOf, readCapabilities } from './config/capabilities.js';
import {
  afterActive,
  afterConfigResult,
  afterFetch,
  afterTime,
  beginTrack,
  type FetchedDocument,
} from './config-steps.js';
import { nextUuid, savedOf, type ConfigTrack } from './config-track.js';
import type { ConfigTurn } from './config-turn.js';
import type { Frame } from './frame.js';
import { isSwitch } from './from-state.js';
import type { Effect, Resumed, SessionRules } from './session-events.js';
import { beat, isTrying, runningRevision, type Session, type Step } from './session-state.js';
import { isUpgrading } from './session-upgrade.js';

const LEAVE_MS = 90_000;

/** The configuration of a device that has connected; switches have none. */
export function beginConfig(session: Session, { config, gateway }: Resumed, now: number): Step {
  const { device, nextRpcId } = session;
  if (!device || isSwitch(device.capabilities)) return [session, []];
  const mapping = mappingOf(readCapabilities(device.capabilities));
  return take(session, beginTrack(config, device, { mapping, gateway }, now, nextRpcId));
}

/** Asks for the document when the service says that it is due and nothing else is under way. */
export function beginFetch(session: Session): Step {
  const { config } = session;
  if (!config || config.isFetching || isTrying(session) || isUpgrading(session)) return [session, []];
  const fetching = { ...session, config: { ...config, isFetching: true } };
  return [fetching, [{ kind: 'fetch', runs: runningRevision(session) }]];
}

export function configFetched(
  session: Session,
  fetched: FetchedDocument | null,
  now: number,
  rules: SessionRules,
): Step {
  const { config, device, nextRpcId } = session;
  if (!config || !device || session.leaving) return [session, []];
  // A command of an upgrade may have been sent meanwhile.
  const given = isUpgrading(session) ? null : fetched;
  return advanceConfig(session, afterFetch(config, given, device.capabilities, now, nextRpcId), now, rules);
}

/** What a message of the device says of its configuration; null when nothing. */
export function configHeard(session: Session, frame: Frame, now: number, rules: SessionRules): Step | null {
  const { config, nextRpcId, leaving } = session;
  if (leaving && frame.kind === 'result' && frame.id === leaving.rpcId)
    return [session, [{ kind: 'close', reason: 'removed' }]];
  if (!config) return null;
  const turn = turnOf(config, frame, now, nextRpcId);
  return turn && advanceConfig(session, turn, now, rules);
}

function turnOf(config: ConfigTrack, frame: Frame, now: number, nextRpcId: number): ConfigTurn | null {
  switch (frame.kind) {
    case 'result':
      return afterConfigResult(config, frame, now, nextRpcId);
    case 'state':
      return afterActive(config, frame.uuid, false, now, nextRpcId);
    case 'ping': {
      // The other number is that of a configuration that the device has refused.
      const uuidFloor = Math.max(config.uuidFloor, frame.uuid);
      return afterActive({ ...config, uuidFloor }, frame.active ?? frame.uuid, false, now, nextRpcId);
    }
    default:
      return null;
  }
}

export function configTime(session: Session, now: number, rules: SessionRules): Step {
  const { config, leaving, nextRpcId } = session;
  if (leaving) return [session, now >= leaving.until ? [{ kind: 'close', reason: 'removed' }] : []];
  const turn = config && afterTime(config, now, nextRpcId);
  return turn ? advanceConfig(session, turn, now, rules) : [session, []];
}

/** The device is in no inventory any more: it loses what airfleet has configured, and is let go. */
export function leave(session: Session, now: number): Step {
  const { config, nextRpcId: id } = session;
  if (session.leaving) return [session, []];
  const uuid = config && (config.running || config.trial) ? nextUuid(config, now) : null;
  if (!config || uuid === null) return [session, [{ kind: 'close', reason: 'removed' }]];
  const left: ConfigTrack = { ...config, trial: null, restore: null, running: null, uuidFloor: uuid };
  const leaving = { rpcId: id, until: now + LEAVE_MS };
  return [
    { ...session, config: left, leaving, nextRpcId: id + 1 },
    [
      {
        kind: 'saveConfig',
        saved: savedOf(left),
        writes: { trial: null },
        sending: { kind: 'configure', id, uuid, config: 'empty' },
      },
    ],
  ];
}

/** Takes a turn, and tells the service at once when it was worth saving. */
function advanceConfig(session: Session, turn: ConfigTurn, now: number, rules: SessionRules): Step {
  const [taken, effects] = take(session, turn);
  if (turn.writes === null) return [taken, effects];
  const [beaten, beats] = beat(taken, now, rules);
  return [beaten, [...effects, ...beats]];
}

function take(session: Session, { track, nextRpcId, writes, sending }: ConfigTurn): Step {
  const effects: Effect[] = writes ? [{ kind: 'saveConfig', saved: savedOf(track), writes, sending }] : [];
  return [{ ...session, config: track, nextRpcId }, effects];
}
