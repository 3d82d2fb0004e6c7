import { readCapabilities } from './config/capabilities.js';
import {
  MAX_UUID,
  nextUuid,
  NOTHING_SAVED,
  openTrial,
  runs,
  withApplied,
  withFailed,
  type ConfigTrack,
  type SavedTrack,
  type TrialConfig,
} from './config-track.js';
import { afterRestore, probe, restored, saved, unsaved, type ConfigTurn } from './config-turn.js';
import { ssidsOf, withRejected } from './rejected.js';
import { bandsOf, hashOfConfig, toConfig, type MappableDocument } from './to-config.js';
import type { Frame, JsonObject } from './frame.js';

type Result = Extract<Frame, { kind: 'result' }>;

/** A document that the service has rendered for the device. */
export interface FetchedDocument {
  readonly revision: string;
  readonly document: MappableDocument;
}

const ANSWER_MS = 90_000;
const SETTLED_MS = 15_000;
const PROBE_MS = 15_000;
/** Ids of commands are below; a device that could not read a configuration answers with the number of another one. */
const MAX_RPC_ID = 1_000_000_000;

/** The track when the device has connected. */
export function beginTrack(
  kept: SavedTrack | null,
  connect: { readonly uuid: number; readonly reason: string },
  { mapping, gateway }: Pick<ConfigTrack, 'mapping' | 'gateway'>,
  now: number,
  nextRpcId: number,
): ConfigTurn {
  const before = kept ?? NOTHING_SAVED;
  const { uuid, reason } = connect;
  const track: ConfigTrack = {
    ...before,
    activeUuid: uuid,
    uuidFloor: Math.max(before.uuidFloor, Math.min(uuid, MAX_UUID)),
    mapping,
    gateway,
    probe: null,
    isFetching: false,
    retries: 0,
    retryAt: 0,
  };
  const { trial, restore, outcome } = track;
  if (restore)
    return uuid === restore.uuid ? afterRestore(track, restore, nextRpcId) : restored(track, nextRpcId, now);
  if (trial?.uuid === uuid) return applied(track, trial, nextRpcId);
  const open = openTrial(track);
  if (open) return afterReturn(track, open, reason, now, nextRpcId);
  // The device was reset: what it could not do then does not count.
  const isReset = uuid <= 1 && reason !== 'recovery' && outcome?.state === 'failed' && outcome.activeUuid > 1;
  return isReset ? saved({ ...track, outcome: null }, nextRpcId) : unsaved(track, nextRpcId);
}

/** The device is back with another configuration than that of the trial. */
function afterReturn(
  track: ConfigTrack,
  trial: TrialConfig,
  reason: string,
  now: number,
  nextRpcId: number,
): ConfigTurn {
  // The network of the device starts anew while it applies a configuration, before it says that it has.
  const mayApply = reason === 'socket' && trial.answeredAt === null;
  if (mayApply && now < trial.sentAt + ANSWER_MS) return unsaved(track, nextRpcId);
  // Another process has sent it, or was about to: the device is asked, as if it had not answered.
  if (mayApply && trial.gateway !== track.gateway) return probe(track, nextRpcId, now);
  return notApplied(track, trial, now, nextRpcId);
}

/** The service has rendered a document. Null: it has none for the device now. */
export function afterFetch(
  track: ConfigTrack,
  fetched: FetchedDocument | null,
  capabilities: JsonObject,
  now: number,
  nextRpcId: number,
): ConfigTurn {
  const idle = { ...track, isFetching: false };
  if (!fetched || openTrial(track) || track.restore) return unsaved(idle, nextRpcId);
  const { revision, document } = fetched;
  if (now < track.retryAt && revision === track.outcome?.attempted) return unsaved(idle, nextRpcId);
  const { config, ssidIds, leftOut } = toConfig(document, readCapabilities(capabilities));
  const hash = hashOfConfig(config);
  const attempt = track.attempt + 1;
  const running = runs(track);
  if (running?.hash === hash) {
    const kept = withRejected(
      leftOut,
      running.leftOut.flatMap(({ ssid_id: id, feature }) => (feature === 'rejected' ? [id] : [])),
    );
    if (running.revision === revision && running.mapping === track.mapping) return unsaved(idle, nextRpcId);
    const trial = { ...running, revision, mapping: track.mapping, leftOut: kept, attempt };
    return saved({ ...withApplied(idle, trial), attempt }, nextRpcId, { trial: null });
  }
  const uuid = nextUuid(track, now);
  const tried = { ...idle, attempt };
  if (uuid === null) {
    const none = { ...tried, trial: null };
    const why = 'No number is left that is higher than that of the last configuration';
    return saved(withFailed(none, { attempt, revision }, 'invalid', why, now), nextRpcId, { trial: null });
  }
  const { mapping, gateway } = track;
  const isChange = running !== null;
  const rest = {
    rpcId: nextRpcId,
    attempt,
    sentAt: now,
    answeredAt: null,
    isFailed: false,
    isChange,
    gateway,
  };
  const bands = bandsOf(config);
  const trial: TrialConfig = { uuid, revision, mapping, hash, leftOut, bands, ssidIds, config, ...rest };
  const turn = saved({ ...tried, trial, uuidFloor: uuid }, nextRpcId + 1, { trial: config });
  return { ...turn, sending: { kind: 'configure', id: nextRpcId, uuid, config } };
}

/** A result of a command. Null when it is about another one. */
export function afterConfigResult(
  track: ConfigTrack,
  result: Result,
  now: number,
  nextRpcId: number,
): ConfigTurn | null {
  const { restore, trial, probe: asked } = track;
  if (asked && result.id === asked.rpcId) {
    if (result.uuid === null) return unsaved(track, nextRpcId);
    return afterActive({ ...track, probe: null }, result.uuid, true, now, nextRpcId);
  }
  if (restore && isAbout(result, restore)) {
    const isDone = result.error === 0 || (result.error === 1 && result.uuid === restore.uuid);
    if (isDone) return afterRestore(track, restore, nextRpcId);
    return saved({ ...track, restore: null }, nextRpcId);
  }
  if (!trial || restore || !isAbout(result, trial)) return null;
  return afterTrialResult(track, trial, result, now, nextRpcId);
}

function afterTrialResult(
  track: ConfigTrack,
  trial: TrialConfig,
  { error, uuid, rejected }: Result,
  now: number,
  nextRpcId: number,
): ConfigTurn {
  const ids = ssidsOf(rejected, trial.ssidIds);
  const isPartly = error === 1 && rejected.length > 0 && uuid === trial.uuid;
  if (error === 0 || isPartly) {
    if (error === 0 && trial.answeredAt !== null && !trial.isFailed) return unsaved(track, nextRpcId);
    const leftOut = isPartly ? withRejected(trial.leftOut, ids) : trial.leftOut;
    const answered = { ...trial, answeredAt: trial.answeredAt ?? now, leftOut, isFailed: false };
    return saved({ ...track, trial: answered }, nextRpcId);
  }
  if (trial.isFailed) return unsaved(track, nextRpcId);
  if (error === 1) {
    const failed = withFailed(track, trial, 'no_space', 'The device could not store the configuration', now);
    return saved(failed, nextRpcId);
  }
  const ssid = ids.length > 0 ? `: SSID ${ids.join(', ')}` : '';
  const why = `The device refused the configuration${ssid}`;
  return restored(withFailed(track, trial, 'invalid', why, now), nextRpcId, now);
}

/** Whether a result is that of a command, or of the configuration when the device has started. */
function isAbout(result: Result, sent: { readonly rpcId: number; readonly uuid: number }): boolean {
  if (result.id === sent.rpcId) return true;
  if (result.id === 0) return result.uuid === sent.uuid;
  return result.id > MAX_RPC_ID && result.error === 2;
}

/**
 * The device says what it runs.
 * @param isAsked whether it answers a question, which decides a trial that has to be decided
 */
export function afterActive(
  track: ConfigTrack,
  uuid: number,
  isAsked: boolean,
  now: number,
  nextRpcId: number,
): ConfigTurn {
  const { restore, trial } = track;
  const seen = { ...track, activeUuid: uuid };
  if (restore)
    return uuid === restore.uuid ? afterRestore(seen, restore, nextRpcId) : unsaved(seen, nextRpcId);
  if (!trial) return unsaved(seen, nextRpcId);
  if (uuid === trial.uuid) {
    if (isAsked || trial.isFailed) return applied(seen, trial, nextRpcId);
    // Its answer, which says what it has left out, may be on the way.
    if (trial.answeredAt === null) return saved({ ...seen, trial: { ...trial, answeredAt: now } }, nextRpcId);
    return now < trial.answeredAt + SETTLED_MS ? unsaved(seen, nextRpcId) : applied(seen, trial, nextRpcId);
  }
  if (trial.isFailed || !isAsked) return unsaved(seen, nextRpcId);
  if (trial.answeredAt !== null) return notApplied(seen, trial, now, nextRpcId);
  if (trial.gateway === track.gateway && now < trial.sentAt + ANSWER_MS) return unsaved(seen, nextRpcId);
  const why = 'The device did not answer, and has not applied the configuration';
  return saved(withFailed(seen, trial, 'busy', why, now), nextRpcId);
}

/** Asks the device what it runs when a trial has to be decided, and gives up restoring without an answer. */
export function afterTime(track: ConfigTrack, now: number, nextRpcId: number): ConfigTurn | null {
  const { restore } = track;
  if (restore && now >= restore.sentAt + ANSWER_MS) return saved({ ...track, restore: null }, nextRpcId);
  return configDueAt(track) <= now && openTrial(track) ? probe(track, nextRpcId, now) : null;
}

/** When the track next needs a tick. */
export function configDueAt(track: ConfigTrack): number {
  const { restore, probe: asked } = track;
  if (restore) return restore.sentAt + ANSWER_MS;
  const trial = openTrial(track);
  if (!trial) return Infinity;
  const decidedAt = trial.answeredAt === null ? trial.sentAt + ANSWER_MS : trial.answeredAt + SETTLED_MS;
  return asked ? Math.max(decidedAt, asked.sentAt + PROBE_MS) : decidedAt;
}

function applied(track: ConfigTrack, trial: TrialConfig, nextRpcId: number): ConfigTurn {
  return saved(withApplied(track, trial), nextRpcId, { running: trial.config, trial: null });
}

/** The device runs what it ran before, and would try the other one at its next start. */
function notApplied(track: ConfigTrack, trial: TrialConfig, now: number, nextRpcId: number): ConfigTurn {
  const why = 'The device has gone back to what it ran before';
  return restored(withFailed(track, trial, 'apply', why, now), nextRpcId, now);
}
