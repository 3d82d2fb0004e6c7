import { seededRandom } from './seeded-random.js';
import type { DeviceSpec } from './device-spec.js';
import {
  advance,
  applyAnswer,
  composeHeartbeat,
  newDevice,
  nextEventAt,
  type SimulationTiming,
} from './device-machine.js';
import { PHASES, type DeviceState, type PhaseName } from './device-state.js';
import { applyDocument } from './device-configuration.js';
import { createHeartbeatClient } from './heartbeat-client.js';

export interface SimulationOptions extends Partial<SimulationTiming> {
  /** The API's address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The maximum number of connections, shared by all devices. */
  readonly connections?: number;
  /** Device seconds until the next heartbeat after a refusal or a lost response. */
  readonly retryS?: number;
  /** Device seconds within which each device sends its first heartbeat. */
  readonly firstHeartbeatWithinS?: number;
  /** Devices act at multiples of so many milliseconds, so that the service writes heartbeats of several at once. */
  readonly tickMs?: number;
  /** Saved states by MAC; other devices start anew. */
  readonly states?: Readonly<Record<string, DeviceState>>;
}

export interface SimulationCounts {
  readonly devices: number;
  readonly answered: number;
  /** Responses other than 200, by status. */
  readonly refused: Readonly<Record<number, number>>;
  readonly unanswered: number;
  readonly phases: Readonly<Record<PhaseName, number>>;
  readonly versions: Readonly<Record<string, number>>;
}

export interface Simulation {
  counts(): SimulationCounts;
  /** The state of every device by MAC, to continue from later. */
  states(): Record<string, DeviceState>;
  /** Stops all devices and waits for the heartbeats in progress. */
  stop(): Promise<void>;
}

interface Running {
  readonly spec: DeviceSpec;
  state: DeviceState;
}

const DEFAULTS = {
  seed: 1,
  speed: 1,
  downloadS: [6, 14],
  restartS: [4, 8],
  connections: 16,
  retryS: 5,
  firstHeartbeatWithinS: 5,
  tickMs: 1,
} as const;

/**
 * Starts the devices. Each sends heartbeats with its own key at the intervals that the service requests, and behaves as
 * its spec says. All random values derive from the seed.
 */
export function simulate(devices: readonly DeviceSpec[], options: SimulationOptions): Simulation {
  const settings = { ...DEFAULTS, ...options };
  const client = createHeartbeatClient(settings.url, settings.connections);
  const timers = new Map<Running, NodeJS.Timeout>();
  const inProgress = new Set<Promise<void>>();
  const refused: Record<number, number> = {};
  let answers = 0;
  let unanswered = 0;
  let stopped = false;

  const fleet: Running[] = devices.map((spec) => ({
    spec,
    state: settings.states?.[spec.macId] ?? newDevice(spec, Date.now()),
  }));

  function scheduleEvent(device: Running, ms: number): void {
    if (stopped) return;
    const now = Date.now();
    const at = Math.ceil((now + ms) / settings.tickMs) * settings.tickMs;
    const timer = setTimeout(() => {
      timers.delete(device);
      const acting = act(device).finally(() => inProgress.delete(acting));
      inProgress.add(acting);
    }, at - now);
    timers.set(device, timer);
  }

  async function act(device: Running): Promise<void> {
    const { spec } = device;
    device.state = advance(spec, device.state, Date.now());
    const beat = composeHeartbeat(spec, device.state, Date.now(), settings.seed);
    let waitS = settings.retryS;
    if (beat !== null) {
      try {
        const outcome = await client.send(spec.deviceKey, beat);
        if (outcome.answer !== null) {
          answers += 1;
          const before = device.state.phase;
          device.state = applyAnswer(spec, device.state, outcome.answer, Date.now(), settings);
          // Reports the start of a download immediately.
          const begun = device.state.phase.name === 'downloading' && device.state.phase !== before;
          const applied = outcome.answer.configuration?.fetch === true && (await fetchDocument(device));
          // Reports the outcome of a document immediately, too.
          waitS = begun || applied ? 0 : outcome.answer.next_heartbeat_in;
        } else {
          refused[outcome.status] = (refused[outcome.status] ?? 0) + 1;
          waitS = outcome.retryAfterS ?? settings.retryS;
        }
      } catch {
        unanswered += 1;
      }
    }
    if (device.state.phase.name !== 'gone')
      scheduleEvent(device, delayMs(device.state, beat === null, waitS));
  }

  /** Fetches the document and applies it; whether there was one. */
  async function fetchDocument(device: Running): Promise<boolean> {
    const { spec, state } = device;
    const known = state.configuration?.drifted === true ? null : (state.configuration?.revision ?? null);
    const document = await client.fetchDocument(spec.deviceKey, spec.macId, known);
    if (document !== null) device.state = applyDocument(spec, device.state, document);
    return document !== null;
  }

  /** Milliseconds until the next heartbeat or the device's next event, whichever is sooner. */
  function delayMs(state: DeviceState, silent: boolean, waitS: number): number {
    const wakes = nextEventAt(state);
    const untilNext = wakes === null ? Number.POSITIVE_INFINITY : Math.max(0, wakes - Date.now());
    return silent ? untilNext : Math.min(untilNext, (waitS * 1000) / settings.speed);
  }

  for (const device of fleet) {
    const random = seededRandom(settings.seed, device.spec.macId, 'first');
    if (device.state.phase.name !== 'gone') {
      scheduleEvent(device, (random * settings.firstHeartbeatWithinS * 1000) / settings.speed);
    }
  }

  return {
    counts: () => ({
      devices: fleet.length,
      answered: answers,
      refused: { ...refused },
      unanswered,
      phases: tally(fleet, PHASES, ({ state }) => state.phase.name),
      versions: tally(fleet, [], ({ state }) => state.firmwareVersion),
    }),
    states: () => Object.fromEntries(fleet.map(({ spec, state }) => [spec.macId, state])),
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await Promise.all(inProgress);
      client.close();
    },
  };
}

function tally<Key extends string>(
  fleet: readonly Running[],
  keys: readonly Key[],
  keyOf: (device: Running) => Key,
): Record<Key, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
  for (const device of fleet) counts[keyOf(device)] = (counts[keyOf(device)] || 0) + 1;
  return counts;
}
