import { Random } from './random.js';
import { scenarioOf, type Scenario } from './scenario.js';
import { SimulatedFleet, type Reaction, type SimulatedDevice } from './simulated-fleet.js';

/** What happens to every device, whatever it runs; or what the release does to a share of the devices. */
export const FAULTS = [
  'nightly reboots',
  'slow loss',
  'dead after 2 hours',
  'dead after 20 hours',
  'boot loop',
  'radios off',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Harmless releases: what happens, happens to upgraded and other devices alike. */
export const HARMLESS_FAULTS: readonly Fault[] = ['nightly reboots', 'slow loss'];

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const DAYS = 4;
/** The share of the devices that a bad release affects. */
const SHARE = 0.2;
/** The share of the fleet that is lost in a week. */
const LOST = 0.1;

/** The fleet of a harmless run, with a fault. */
export function faultScenario(seed: number, fault: Fault): Scenario {
  const base = scenarioOf(seed, 0);
  const random = new Random(seed, 2);
  const devices = base.fleet.devices.map((device) => withFault(device, fault, random));
  const { version, horizon } = base.fleet;
  const isHarmless = HARMLESS_FAULTS.includes(fault);
  return {
    ...base,
    ...(isHarmless ? {} : { kind: 'sick' as const, share: SHARE }),
    fleet: new SimulatedFleet(devices, version, horizon),
  };
}

function withFault(device: SimulatedDevice, fault: Fault, random: Random): SimulatedDevice {
  if (fault === 'nightly reboots') {
    const nights = Array.from({ length: DAYS }, (_, day) => day * DAY_S + 3 * HOUR_S);
    const reboots = nights.flatMap((at) => [at + device.phase, at + 300 + device.phase]);
    return { ...device, restarts: [...device.restarts, ...reboots].sort((a, b) => a - b) };
  }
  if (fault === 'slow loss') {
    const from = random.wait((7 * DAY_S) / -Math.log(1 - LOST));
    const silences = [...device.silences, { from, to: 2 * DAYS * DAY_S, restarts: false }];
    return { ...device, silences: silences.sort((a, b) => a.from - b.from) };
  }
  const sickness = random.chance(SHARE) ? SICKNESS[fault] : null;
  return { ...device, reaction: { ...device.reaction, sickness } };
}

const SICKNESS: Readonly<Record<Exclude<Fault, 'nightly reboots' | 'slow loss'>, Reaction['sickness']>> = {
  'dead after 2 hours': { kind: 'down', after: 2 * HOUR_S },
  'dead after 20 hours': { kind: 'down', after: 20 * HOUR_S },
  // It never sends a heartbeat.
  'boot loop': { kind: 'down', after: -1 },
  'radios off': { kind: 'radio', after: 60 },
};
