import { readSettings } from '../../shared/rollouts/domain/read-settings.js';
import type { RolloutSettings } from '../../shared/rollouts/domain/settings.js';
import { Random } from './random.js';
import type { Reaction, Silence, SimulatedDevice } from './simulated-device.js';
import { OLD_VERSION, NEW_VERSION, type SimulatedFleet } from './simulated-fleet.js';

/** What a run simulates. */
export interface Scenario {
  readonly seed: number;
  readonly fleet: SimulatedFleet;
  readonly settings: RolloutSettings;
  /** Workers die at a failpoint with this probability. */
  readonly deaths: number;
}

/** A fleet before something happens to it. */
export interface BaseFleet {
  readonly devices: readonly SimulatedDevice[];
  readonly settings: object;
  readonly deaths: number;
}

export const HOUR_S = 3600;
export const DAY_S = 24 * HOUR_S;
/** Silences are drawn for this long. */
export const HORIZON_S = 3 * DAY_S;

/** Of the failures that happen whatever the release: most devices that fail do not get the file. */
const INSTALLS = 0.2;

/** How the fleet of a scenario differs from others. */
export interface FleetOptions {
  /** The share of devices of the bad parts that the release makes sick. */
  readonly share?: number;
  /** At least 500 devices of one part, of which a stage upgrades 200 at once. */
  readonly isTwoHundred?: boolean;
  /** Each device has a network of its own. */
  readonly isAlone?: boolean;
}

/** A fleet of up to four parts, in which networks and devices are silent and restart by themselves. */
export function baseFleet(
  seed: number,
  { share = 0, isTwoHundred = false, isAlone = false }: FleetOptions = {},
): BaseFleet {
  const random = new Random(seed);
  const size = isTwoHundred ? random.whole(500, 1200) : Math.round(150 * 8 ** random.next());
  const parts = isTwoHundred ? 1 : random.whole(1, 4);
  const badParts = random.whole(1, parts);
  const networks = isAlone ? Array.from({ length: size }, (_, at) => at) : networksOf(random, size);
  const outages = networkOutages(random, Math.max(...networks) + 1);
  const offlineShare = random.between(0, 0.15);
  const ownOutageS = random.between(2, 10) * DAY_S;
  const failing = random.between(0, 0.01);
  const devices = networks.map((networkId, at): SimulatedDevice => {
    const part = random.whole(1, parts);
    return {
      id: at + 1,
      macId: `02:00:00:${(at + 1)
        .toString(16)
        .padStart(6, '0')
        .replace(/(..)(..)(..)/, '$1:$2:$3')}`.toUpperCase(),
      part: `AP-${part}`,
      networkId: networkId + 1,
      phase: random.between(0, 59),
      reaction: reactionOf(random, part <= badParts ? share : 0, failing),
      silences: [
        ...(outages[networkId] ?? []),
        ...(random.chance(offlineShare) ? [longSilence(random)] : []),
        ...poisson(random, ownOutageS, 0.5 * HOUR_S),
      ].sort((a, b) => a.from - b.from),
      restarts: poisson(random, 5 * DAY_S, 1).map(({ from }) => from),
      version: OLD_VERSION,
      program: 'idle',
      upgradeId: null,
      startsAt: null,
    };
  });
  const stages = isTwoHundred ? { stages: [{ count: 200 }, { percent: 100 }] } : {};
  return {
    devices,
    settings: { max_in_flight: random.pick([50, 200, 500]), ...stages },
    deaths: random.chance(0.5) ? 0.02 : 0,
  };
}

/** The settings of a rollout of all devices, with the defaults of the service. */
export function settingsOf(given: object): RolloutSettings {
  const input = { name: 'Simulation', version: NEW_VERSION, targets: ['all'], ...given };
  const defaults = { maxAttempts: 4, stepTimeoutS: 1800 };
  const read = readSettings(input, { defaults, fallbackSeed: '', now: new Date(0) });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.settings;
}

/** The network of each device, from 0. Sizes vary: some networks are fifty times as large as others. */
function networksOf(random: Random, size: number): number[] {
  const mean = random.pick([5, 20, 60]);
  const networks: number[] = [];
  for (let network = 0; networks.length < size; network += 1) {
    const devices = Math.max(1, Math.round(mean * 7 ** random.between(-1, 1)));
    for (let made = 0; made < devices && networks.length < size; made += 1) networks.push(network);
  }
  return networks;
}

/** Outages of single networks, and of many at a time as when a provider or a region fails. */
function networkOutages(random: Random, networks: number): Silence[][] {
  const meanS = random.between(2, 20) * DAY_S;
  const outages = Array.from({ length: networks }, () =>
    poisson(random, meanS, random.between(0.2, 2) * HOUR_S),
  );
  for (const { from, to, restarts } of poisson(random, 0.5 * DAY_S, 1.5 * HOUR_S)) {
    const share = random.between(0.03, 0.4);
    for (const own of outages) if (random.chance(share)) own.push({ from, to, restarts });
  }
  return outages;
}

function poisson(random: Random, everyS: number, meanS: number): Silence[] {
  const silences: Silence[] = [];
  for (let from = -0.5 * DAY_S + random.wait(everyS); from < HORIZON_S; from += random.wait(everyS)) {
    const to = from + random.wait(meanS);
    silences.push({ from, to, restarts: random.chance(0.5) });
    from = to;
  }
  return silences;
}

/** Off when the rollout starts, for some hours or throughout. */
function longSilence(random: Random): Silence {
  const to = random.chance(0.5) ? HORIZON_S * 2 : random.between(0, DAY_S);
  return { from: -8 * DAY_S, to, restarts: true };
}

function reactionOf(random: Random, share: number, failing: number): Reaction {
  const fails = random.chance(failing) ? (random.chance(INSTALLS) ? 'install' : 'download') : null;
  if (!random.chance(share)) return { fails, sickness: null };
  const kind = random.pick(['down', 'restarts', 'reverts'] as const);
  // A third are sick at once, while the service still verifies them; the others later.
  const after = random.chance(1 / 3) ? random.between(60, 300) : random.between(300, 2400);
  return { fails, sickness: { kind, after } };
}
