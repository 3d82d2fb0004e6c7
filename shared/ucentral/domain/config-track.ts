import type {
  AttemptCode,
  ConfigurationReport,
  DeviceLeftOut,
} from '../../configuration/records/domain/device-configuration.js';
import type { Band } from '../../configuration/records/domain/radio-channels.js';
import type { UcentralConfig } from './config/ucentral-config.js';

/** A configuration of airfleet that the device has applied. */
export interface RunningConfig {
  readonly uuid: number;
  readonly revision: string;
  readonly mapping: number;
  readonly hash: string;
  readonly leftOut: readonly DeviceLeftOut[];
  /** The bands that have an SSID; not known of one that an older version of the service sent. */
  readonly bands?: readonly Band[];
}

/** A configuration that was sent, until it is known what became of it. Times are milliseconds of the epoch. */
export interface TrialConfig extends RunningConfig {
  readonly rpcId: number;
  readonly attempt: number;
  readonly sentAt: number;
  /** When the device said that it has applied it; null before. */
  readonly answeredAt: number | null;
  /** The ids of the SSIDs by interface and place. */
  readonly ssidIds: readonly (readonly number[])[];
  readonly config: UcentralConfig;
  /** The service knows that it failed. It stays, because the device may say later that it has applied it. */
  readonly isFailed: boolean;
  /** Whether the device ran the last configuration of airfleet when it was sent. */
  readonly isChange: boolean;
  /** The process that has sent it. */
  readonly gateway: string;
}

/** The configuration that ran before, or the one without SSIDs, sent after one that the device refused. */
export interface RestoreStep {
  readonly uuid: number;
  readonly rpcId: number;
  readonly sentAt: number;
  readonly tries: number;
}

/** How the last attempt ended. */
export interface Outcome {
  readonly state: 'applied' | 'failed';
  readonly attempt: number;
  readonly attempted: string | null;
  readonly error: { readonly code: AttemptCode; readonly message: string } | null;
  /** What the device ran after it. */
  readonly activeUuid: number;
}

/** What is kept in the record of the device. */
export interface SavedTrack {
  readonly running: RunningConfig | null;
  readonly trial: TrialConfig | null;
  readonly restore: RestoreStep | null;
  readonly outcome: Outcome | null;
  readonly attempt: number;
  /** No configuration has had a higher one. */
  readonly uuidFloor: number;
}

/** How far the configuration of an access point is. */
export interface ConfigTrack extends SavedTrack {
  /** What the device last said it runs. */
  readonly activeUuid: number;
  /** Of the capabilities with which it connected. */
  readonly mapping: number;
  readonly gateway: string;
  /** A question what the device runs. */
  readonly probe: { readonly rpcId: number; readonly sentAt: number } | null;
  readonly isFetching: boolean;
  /** Attempts in a row that failed and may be repeated, and when the next one is. */
  readonly retries: number;
  readonly retryAt: number;
}

export const NOTHING_SAVED: SavedTrack = {
  running: null,
  trial: null,
  restore: null,
  outcome: null,
  attempt: 0,
  uuidFloor: 0,
};

const AGENT = 'airfleet-gateway ucentral';
const MAX_LEFT_OUT = 32;
export const MAX_UUID = 2 ** 31 - 1;
const MINUTE_MS = 60_000;
const MAX_RETRY_MINUTES = 60;

/** The trial that is under way. */
export function openTrial({ trial }: SavedTrack): TrialConfig | null {
  return trial && !trial.isFailed ? trial : null;
}

/** The number of the next configuration: of ten digits, and higher than any before; null when there is none. */
export function nextUuid({ activeUuid, uuidFloor }: ConfigTrack, now: number): number | null {
  const uuid = Math.max(Math.floor(now / 1000), activeUuid + 1, uuidFloor + 1);
  return uuid <= MAX_UUID ? uuid : null;
}

/** The configuration of airfleet that the device runs; null when it runs another one, or none. */
export function runs(track: ConfigTrack): RunningConfig | null {
  const { running, trial, restore, activeUuid } = track;
  // Until its end a trial changes nothing of what is reported.
  if (openTrial(track) || restore) return trial?.isChange === false ? null : running;
  return running?.uuid === activeUuid ? running : null;
}

/**
 * The bands on which the device should send; null when that is not known: while a configuration is tried, and when the device
 * has left out an SSID.
 */
export function sendingBands(track: ConfigTrack): readonly Band[] | null {
  const running = openTrial(track) || track.restore ? null : runs(track);
  const hasRejected = running?.leftOut.some(({ feature }) => feature === 'rejected') === true;
  return hasRejected ? null : (running?.bands ?? null);
}

/** What heartbeats report. */
export function reportOfTrack(track: ConfigTrack): ConfigurationReport {
  const { outcome, mapping } = track;
  const running = runs(track);
  return {
    revision: running?.revision ?? null,
    state: outcome?.state ?? null,
    attempted: outcome?.attempted ?? null,
    attempt: outcome?.attempt ?? null,
    error: outcome?.error ?? null,
    drifted: false,
    mended: false,
    waitingS: null,
    leftOut: (running?.leftOut ?? []).slice(0, MAX_LEFT_OUT),
    agent: AGENT,
    mapping,
  };
}

/** The device runs the configuration of its trial. */
export function withApplied(
  track: ConfigTrack,
  trial: RunningConfig & Pick<TrialConfig, 'attempt'>,
): ConfigTrack {
  const { uuid, revision, mapping, hash, leftOut, bands, attempt } = trial;
  return {
    ...track,
    running: { uuid, revision, mapping, hash, leftOut, ...(bands ? { bands } : {}) },
    trial: null,
    outcome: { state: 'applied', attempt, attempted: null, error: null, activeUuid: uuid },
    activeUuid: uuid,
    probe: null,
    retries: 0,
    retryAt: 0,
  };
}

/** The trial has failed. After `busy` and `no_space` the same document is tried again, ever later. */
export function withFailed(
  track: ConfigTrack,
  { attempt, revision }: Pick<TrialConfig, 'attempt' | 'revision'>,
  code: AttemptCode,
  message: string,
  now: number,
): ConfigTrack {
  const isRepeated = code === 'busy' || code === 'no_space';
  const minutes = Math.min(MAX_RETRY_MINUTES, 2 ** track.retries);
  const { activeUuid, trial } = track;
  return {
    ...track,
    trial: trial && { ...trial, isFailed: true },
    outcome: { state: 'failed', attempt, attempted: revision, error: { code, message }, activeUuid },
    probe: null,
    retries: isRepeated ? track.retries + 1 : 0,
    retryAt: isRepeated ? now + minutes * MINUTE_MS : 0,
  };
}

export function savedOf({ running, trial, restore, outcome, attempt, uuidFloor }: SavedTrack): SavedTrack {
  return { running, trial, restore, outcome, attempt, uuidFloor };
}
