import { Random } from './random.js';
import { regionalOutages, ZONES } from './regional-outages.js';
import {
  baseFleet,
  DAY_S,
  HORIZON_S,
  HOUR_S,
  settingsOf,
  type BaseFleet,
  type FleetOptions,
  type Scenario,
} from './scenario.js';
import type { Reaction, SimulatedDevice } from './simulated-device.js';
import { NEW_VERSION, SimulatedFleet } from './simulated-fleet.js';

type Sickness = NonNullable<Reaction['sickness']>;

/** A scenario of the table. */
interface Kind {
  /** Of 80 runs. */
  readonly runs: number;
  /** Harmless releases: what happens, happens to upgraded and other devices alike. */
  readonly isHarmless?: boolean;
  readonly fleet?: FleetOptions;
  readonly change?: (base: BaseFleet, random: Random) => BaseFleet;
  /** Whether devices report radios, clients and memory, and whether clients stay for long where they roamed. */
  readonly air?: 'usual' | 'sticky';
  readonly hasZones?: boolean;
}

/** The share of the devices that a bad release affects. */
const SHARE = 0.2;
/** The share of the fleet that is lost in a week. */
const LOST = 0.1;
const NIGHTS = [0, 1, 2];

const KINDS = {
  harmless: { runs: 20, isHarmless: true },
  'nightly reboots': { runs: 4, isHarmless: true, air: 'usual', change: withNightlyReboots },
  'slow loss': { runs: 4, isHarmless: true, change: withSlowLoss },
  'regional outages': { runs: 4, isHarmless: true, hasZones: true, change: regionalOutages },
  'sticky clients': { runs: 4, isHarmless: true, air: 'sticky' },
  '5 % sick': { runs: 4, fleet: { share: 0.05 } },
  '10 % sick': { runs: 4, fleet: { share: 0.1 } },
  '20 % sick': { runs: 4, fleet: { share: 0.2 } },
  '50 % sick': { runs: 4, fleet: { share: 0.5 } },
  '20 % sick of 200': { runs: 4, fleet: { share: 0.2, isTwoHundred: true } },
  bricks: { runs: 3, fleet: { share: 1 }, change: withBricks },
  'bricks in networks of one': { runs: 3, fleet: { share: 1, isAlone: true }, change: withBricks },
  // Restarts before its first heartbeat, for ever.
  'boot loop': { runs: 3, change: sickWith({ kind: 'down', after: -1 }) },
  'dead after 2 hours': { runs: 3, change: sickWith({ kind: 'down', after: 2 * HOUR_S }) },
  'dead after 20 hours': { runs: 3, change: sickWith({ kind: 'down', after: 20 * HOUR_S }) },
  'radios off': { runs: 3, air: 'usual', change: sickWith({ kind: 'radio', after: 60 }) },
  'clients gone': { runs: 3, air: 'usual', change: sickWith({ kind: 'clients', after: 60 }) },
  leak: { runs: 3, air: 'usual', change: sickWith({ kind: 'leak', after: 0 }) },
} as const satisfies Record<string, Kind>;

export type ScenarioName = keyof typeof KINDS;
export const SCENARIOS = Object.keys(KINDS) as ScenarioName[];

export function isHarmless(name: ScenarioName): boolean {
  return (KINDS[name] as Kind).isHarmless === true;
}

/** The scenarios of 80 runs, in an order that has all kinds early. */
const ORDER: readonly ScenarioName[] = SCENARIOS.flatMap((name) => {
  const { runs } = KINDS[name];
  return Array.from({ length: runs }, (_, at) => ({ name, place: (at + 0.5) / runs }));
})
  .sort((a, b) => a.place - b.place)
  .map(({ name }) => name);

/** The scenario of a run. */
export function nameOf(index: number): ScenarioName {
  const name = ORDER[index % ORDER.length];
  if (name === undefined) throw new Error('There are no scenarios');
  return name;
}

/** A rollout over a fleet, determined by its seed. */
export function scenarioOf(seed: number, name: ScenarioName): Scenario {
  const kind: Kind = KINDS[name];
  const base = baseFleet(seed, kind.fleet);
  const { devices, settings, deaths } = kind.change?.(base, new Random(seed, 2)) ?? base;
  const air = kind.air ? { air: { seed, isSticky: kind.air === 'sticky' } } : {};
  const networks = new Set(devices.flatMap(({ networkId }) => networkId ?? []));
  const hours = new Map([...networks].map((id) => [id, ZONES[id % ZONES.length] ?? ZONES[0]] as const));
  const fleet = new SimulatedFleet(devices, NEW_VERSION, HORIZON_S, {
    ...air,
    ...(kind.hasZones ? { hours } : {}),
  });
  return { seed, fleet, settings: settingsOf(settings), deaths };
}

function changed(base: BaseFleet, change: (device: SimulatedDevice) => SimulatedDevice): BaseFleet {
  return { ...base, devices: base.devices.map(change) };
}

/** All devices restart at 03:00 and 03:05. */
function withNightlyReboots(base: BaseFleet): BaseFleet {
  return changed(base, (device) => {
    const reboots = NIGHTS.map((day) => day * DAY_S + 3 * HOUR_S + device.phase);
    const restarts = [...device.restarts, ...reboots.flatMap((at) => [at, at + 300])];
    return { ...device, restarts: restarts.sort((a, b) => a - b) };
  });
}

/** A tenth of the fleet falls silent for good in a week. */
function withSlowLoss(base: BaseFleet, random: Random): BaseFleet {
  return changed(base, (device) => {
    const from = random.wait((7 * DAY_S) / -Math.log(1 - LOST));
    const silences = [...device.silences, { from, to: 2 * HORIZON_S, restarts: false }];
    return { ...device, silences: silences.sort((a, b) => a.from - b.from) };
  });
}

function sickWith(sickness: Sickness): NonNullable<Kind['change']> {
  return (base, random) =>
    changed(base, (device) => withSickness(device, random.chance(SHARE) ? sickness : null));
}

/** Every device that the release makes sick never sends a heartbeat again. */
function withBricks(base: BaseFleet): BaseFleet {
  const brick = { kind: 'down', after: -1 } as const;
  return changed(base, (device) => withSickness(device, device.reaction.sickness ? brick : null));
}

function withSickness(device: SimulatedDevice, sickness: Sickness | null): SimulatedDevice {
  return { ...device, reaction: { ...device.reaction, sickness } };
}
