import { interpolate, seededRandom } from './seeded-random.js';
import type { DeviceSpec } from './device-spec.js';
import type { AssignedUpgrade, DeviceState, Phase } from './device-state.js';
import type { ConfigurationReport, Heartbeat, HeartbeatAnswer, UpgradeReport } from './heartbeat.js';
import { reportPorts } from './switch-ports.js';
import { reportWifi } from './wifi.js';

/** Ranges of durations, in device seconds. */
export interface SimulationTiming {
  readonly seed: number;
  /** Device seconds per second: at 10, everything takes a tenth of its time. */
  readonly speed: number;
  readonly downloadS: readonly [number, number];
  readonly restartS: readonly [number, number];
}

const NOTHING_APPLIED: ConfigurationReport = { revision: null };
const INITIAL_UPTIME_S = 3 * 86_400;

/** The state of a device before its first heartbeat. */
export function newDevice(spec: DeviceSpec, now: number): DeviceState {
  return {
    firmwareVersion: spec.firmwareVersion,
    bootedAt: now - INITIAL_UPTIME_S * 1000,
    failedDownloads: 0,
    phase: { name: spec.behaviour.kind === 'off' ? 'gone' : 'idle' },
  };
}

/** Applies the end of a download or installation, or a restart, that is due at `now`. */
export function advance(spec: DeviceSpec, before: DeviceState, now: number): DeviceState {
  const state = afterRestart(spec, before, now);
  const { phase } = state;
  if (phase.name === 'downloading' && phase.until <= now) {
    return { ...state, phase: afterDownload(spec, state, phase.of) };
  }
  if (phase.name === 'installing' && phase.until <= now) {
    const { behaviour } = spec;
    if (behaviour.kind === 'failsInstall')
      return { ...state, phase: { name: 'installFailed', of: phase.of } };
    const firmwareVersion = behaviour.kind === 'wrongVersion' ? behaviour.version : phase.of.version;
    return { ...state, firmwareVersion, bootedAt: phase.until, phase: { name: 'cameBack', of: phase.of } };
  }
  return state;
}

function afterRestart({ behaviour }: DeviceSpec, state: DeviceState, now: number): DeviceState {
  if (behaviour.kind !== 'restarts' || behaviour.version !== state.firmwareVersion) return state;
  return now - state.bootedAt < behaviour.everyS * 1000 ? state : { ...state, bootedAt: now };
}

function failsNextDownload({ behaviour }: DeviceSpec, { failedDownloads }: DeviceState): boolean {
  if (behaviour.kind !== 'failsDownload') return false;
  return behaviour.times === 'always' || failedDownloads < behaviour.times;
}

function afterDownload(spec: DeviceSpec, state: DeviceState, of: AssignedUpgrade): Phase {
  if (failsNextDownload(spec, state)) return { name: 'downloadFailed', of };
  const { behaviour } = spec;
  if (behaviour.kind === 'dropsOff' && behaviour.at === 'downloading') return { name: 'gone' };
  return { name: 'announcing', of };
}

/** The time at which the current download or installation ends; null when there is none. */
export function nextEventAt({ phase }: DeviceState): number | null {
  return phase.name === 'downloading' || phase.name === 'installing' ? phase.until : null;
}

/** The device's heartbeat at `now`; null while it sends none. */
export function composeHeartbeat(
  spec: DeviceSpec,
  state: DeviceState,
  now: number,
  seed: number,
): Heartbeat | null {
  if (state.phase.name === 'gone' || state.phase.name === 'installing') return null;
  const upgrade = upgradeReport(state.phase, now);
  const uptime = Math.max(0, Math.floor((now - state.bootedAt) / 1000));
  return {
    mac_id: spec.macId,
    firmware_version: state.firmwareVersion,
    uptime_s: uptime,
    ...(spec.ports === 0
      ? measurements(spec, state, now, seed)
      : { ports: reportPorts(seed, spec.macId, spec.ports, uptime) }),
    ...(upgrade === null ? {} : { upgrade }),
    ...(spec.configuration === undefined ? {} : { configuration: state.configuration ?? NOTHING_APPLIED }),
  };
}

/** What an access point measures. Its memory shrinks a little with its clients. */
function measurements(
  { macId, behaviour, firmwareVersion }: DeviceSpec,
  state: DeviceState,
  now: number,
  seed: number,
) {
  const wifi = reportWifi(seed, macId, state.bootedAt, now);
  const isCrashing = behaviour.kind === 'restarts' && behaviour.version === state.firmwareVersion;
  const boot = isCrashing ? 'watchdog' : state.firmwareVersion === firmwareVersion ? 'power' : 'upgrade';
  const mem_free_kb = Math.round(60_000 + 30_000 * seededRandom(seed, macId, 'memory')) - 120 * wifi.clients;
  return { wifi, mem_free_kb, load_percent: Math.min(100, 4 + 2 * wifi.clients), boot } as const;
}

function upgradeReport(phase: Phase, now: number): UpgradeReport | null {
  switch (phase.name) {
    case 'downloading': {
      const done = (now - phase.since) / Math.max(1, phase.until - phase.since);
      return { id: phase.of.id, state: 'downloading', progress: Math.min(99, Math.floor(done * 100)) };
    }
    case 'downloadFailed':
      return { id: phase.of.id, state: 'failure', message: 'The connection to the image server was reset' };
    case 'aborted':
      return { id: phase.of.id, state: 'aborted' };
    case 'announcing':
      return { id: phase.of.id, state: 'installing', progress: 0 };
    case 'installFailed':
      return { id: phase.of.id, state: 'failure', message: 'The flash could not be written' };
    case 'cameBack':
      return { id: phase.of.id, state: 'success', progress: 100 };
    default:
      return null;
  }
}

/** The device's state after the response to its heartbeat. */
export function applyAnswer(
  spec: DeviceSpec,
  state: DeviceState,
  answer: HeartbeatAnswer,
  now: number,
  pace: SimulationTiming,
): DeviceState {
  const delivered = afterDelivery(spec, state, now, pace);
  const offer = answer.upgrade;
  const { phase } = delivered;
  if (phase.name === 'downloading' && phase.of.id === answer.abort)
    return { ...delivered, phase: { name: 'aborted', of: phase.of } };
  const isFree = phase.name === 'idle' || (phase.name === 'downloading' && phase.of.id !== offer?.id);
  if (offer === null || !isFree || offer.version === delivered.firmwareVersion) return delivered;
  const of = { id: offer.id, version: offer.version };
  const drawn = seededRandom(pace.seed, spec.macId, 'download', delivered.failedDownloads);
  const factor = spec.behaviour.kind === 'slow' ? spec.behaviour.factor : 1;
  // A download that fails does so half-way.
  const share = failsNextDownload(spec, delivered) ? 0.5 : 1;
  const until = now + (interpolate(pace.downloadS, drawn) * factor * share * 1000) / pace.speed;
  return { ...delivered, phase: { name: 'downloading', of, since: now, until } };
}

/** The device's state after the service has received its report. */
function afterDelivery(
  spec: DeviceSpec,
  state: DeviceState,
  now: number,
  pace: SimulationTiming,
): DeviceState {
  const { phase } = state;
  switch (phase.name) {
    case 'downloadFailed':
      return { ...state, failedDownloads: state.failedDownloads + 1, phase: { name: 'idle' } };
    case 'aborted':
    case 'installFailed':
    case 'cameBack':
      return { ...state, phase: { name: 'idle' } };
    case 'announcing': {
      const { behaviour } = spec;
      if (behaviour.kind === 'dropsOff' && behaviour.at === 'installing') {
        return { ...state, phase: { name: 'gone' } };
      }
      const drawn = seededRandom(pace.seed, spec.macId, 'restart');
      const until = now + (interpolate(pace.restartS, drawn) * 1000) / pace.speed;
      return { ...state, phase: { name: 'installing', of: phase.of, until } };
    }
    default:
      return state;
  }
}
