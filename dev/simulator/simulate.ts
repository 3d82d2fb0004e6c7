import { chance } from './seeded-random.js';
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
import { createHeartbeatClient } from './heartbeat-client.js';

export interface SimulationOptions extends Partial<SimulationTiming> {
  /** Where the API listens, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** At most so many connections for all devices together. */
  readonly connections?: number;
  /** Seconds until a device speaks again that was refused or not answered; they shrink with the speed. */
  readonly retryS?: number;
  /** Seconds within which every device speaks for the first time. */
  readonly firstHeartbeatWithinS?: number;
  /** Devices that have a past, by MAC: they go on where they stood. */
  readonly states?: Readonly<Record<string, DeviceState>>;
}

export interface SimulationCounts {
  readonly devices: number;
  readonly answered: number;
  /** Answered with anything but 200, by status. */
  readonly refused: Readonly<Record<number, number>>;
  readonly unanswered: number;
  readonly phases: Readonly<Record<PhaseName, number>>;
  readonly versions: Readonly<Record<string, number>>;
}

export interface Simulation {
  counts(): SimulationCounts;
  /** What every device carries, by MAC, to go on with another day. */
  states(): Record<string, DeviceState>;
  /** Waits for the heartbeats under way; no device speaks any more. */
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
} as const;

/**
 * Switches the devices on. Each speaks the public heartbeat protocol with its own key, in the rhythm that the
 * service asks for, and behaves as its spec says; everything by chance follows from the seed.
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
    const timer = setTimeout(() => {
      timers.delete(device);
      const acting = act(device).finally(() => inProgress.delete(acting));
      inProgress.add(acting);
    }, ms);
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
          // One that has begun a download says so at once.
          const begun = device.state.phase.name === 'downloading' && device.state.phase !== before;
          waitS = begun ? 0 : outcome.answer.next_heartbeat_in;
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

  /** Milliseconds to the next heartbeat, or to the next thing that happens to the device if that is sooner. */
  function delayMs(state: DeviceState, silent: boolean, waitS: number): number {
    const wakes = nextEventAt(state);
    const untilNext = wakes === null ? Number.POSITIVE_INFINITY : Math.max(0, wakes - Date.now());
    return silent ? untilNext : Math.min(untilNext, (waitS * 1000) / settings.speed);
  }

  for (const device of fleet) {
    const random = chance(settings.seed, device.spec.macId, 'first');
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
