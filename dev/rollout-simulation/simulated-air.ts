import type { DevicePoint, PointSpan } from '../../shared/inventory/domain/device-points.js';
import type { WifiNow } from '../../shared/rollouts/domain/health/observe-row.js';
import { Random } from './random.js';
import type { SimulatedDevice } from './simulated-device.js';

/** What of a fleet its air depends on. */
interface Heard {
  readonly devices: readonly SimulatedDevice[];
  beatAt(device: SimulatedDevice, now: number): number | null;
  restartsBy(device: SimulatedDevice, beat: number): { count: number; last: number };
}

/** What a device measures at the beginning of a half hour; counters. */
interface Measured {
  readonly online: boolean;
  readonly clients: number;
  readonly joined: number;
  /** How many join until the next half hour. */
  readonly joins: number;
  readonly refused: number;
  readonly bytes: number;
  readonly memFreeKb: number;
  readonly restarts: number;
}

interface Habits {
  readonly device: SimulatedDevice;
  /** How many clients it has at the busiest time. */
  readonly clients: number;
  readonly memFreeKb: number;
  /** How it differs from that now; it changes slowly. */
  mood: number;
  readonly measured: Measured[];
}

interface Site {
  readonly random: Random;
  readonly kind: keyof typeof PROFILES;
  readonly zoneS: number;
  readonly devices: Habits[];
  mood: number;
}

const HALF_HOUR_S = 1800;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Points are known from so many half hours before the start. */
const KNOWN = 49;
const KEPT = 0.9;
const SITE_MOOD = 0.3;
const DEVICE_MOOD = 0.25;
/** How long clients stay where they roamed, on average. */
const ROAMING_S = 1500;
const STICKY_S = 4200;
/** Others take up so much of what a device has lost. */
const TAKEN_UP = 0.7;
const BYTES_A_CLIENT = 30e6;
/** Free memory that caches take after a start, and what a leak takes in a day. */
const CACHES = 0.08;
const LEAK_A_DAY = 0.5;

/** The share of the most clients, by the hour of the day. */
const PROFILES = {
  office: (hour: number) => (hour >= 8 && hour < 18 ? 1 : 0.03),
  lobby: (hour: number) => (hour >= 7 && hour < 23 ? 0.7 : 0.15),
  home: (hour: number) => (hour >= 17 && hour < 24 ? 1 : hour < 7 ? 0.1 : 0.35),
} as const;
const KINDS = Object.keys(PROFILES) as (keyof typeof PROFILES)[];

/**
 * Clients, traffic and memory of a simulated fleet, half hour by half hour, computed when they are asked for. Clients of a
 * device that restarts go to others of its network and come back slowly.
 */
export class SimulatedAir {
  private readonly sites = new Map<number, Site>();
  private readonly siteOf = new Map<number, Site>();
  private readonly habitsOf = new Map<number, Habits>();
  private readonly roamingS: number;

  constructor(
    private readonly fleet: Heard,
    seed: number,
    isSticky: boolean,
  ) {
    this.roamingS = isSticky ? STICKY_S : ROAMING_S;
    for (const device of fleet.devices) {
      const key = device.networkId ?? -device.id;
      const site = this.sites.get(key) ?? siteOf(new Random(seed, 1000 + key));
      this.sites.set(key, site);
      const { random } = site;
      const habits = {
        device,
        clients: 10 * Math.exp(0.7 * random.normal()),
        memFreeKb: random.between(40_000, 120_000),
        mood: DEVICE_MOOD * random.normal(),
        measured: [],
      };
      site.devices.push(habits);
      this.siteOf.set(device.id, site);
      this.habitsOf.set(device.id, habits);
    }
  }

  /** The radios and clients that a heartbeat reports. */
  wifiAt(device: SimulatedDevice, beat: number): WifiNow {
    const { clients, joined, joins } = this.at(device.id, Math.floor(beat / HALF_HOUR_S));
    const share = (beat % HALF_HOUR_S) / HALF_HOUR_S;
    const isGone = hasGone(device, beat);
    return {
      radios: [{ on: true, up: !hasRadioOff(device, beat), crashes: 0 }],
      clients: isGone ? 0 : clients,
      joined: joined + (isGone ? 0 : Math.floor(joins * share)),
    };
  }

  memFreeKbAt({ id }: SimulatedDevice, beat: number): number {
    return this.at(id, Math.floor(beat / HALF_HOUR_S)).memFreeKb;
  }

  /** The half-hourly points of a device in a time; none before the simulation. */
  points({ deviceId, from, to }: PointSpan, dateOf: (seconds: number) => Date): DevicePoint[] {
    const startMs = dateOf(0).getTime();
    const first = Math.max(-KNOWN, Math.ceil((from.getTime() - startMs) / 1000 / HALF_HOUR_S));
    const end = Math.ceil((to.getTime() - startMs) / 1000 / HALF_HOUR_S);
    const points: DevicePoint[] = [];
    for (let halfHour = first; halfHour < end; halfHour += 1) {
      const at = dateOf(halfHour * HALF_HOUR_S);
      const { online, clients, joined, refused, bytes, memFreeKb, restarts } = this.at(deviceId, halfHour);
      const counters = { rxBytes: bytes, txBytes: 0, joined, refused };
      const known = { at, online, clients, ...counters, busyPercent: null, memFreeKb, restarts };
      points.push(online ? known : { ...NO_POINT, at });
    }
    return points;
  }

  private at(deviceId: number, halfHour: number): Measured {
    const site = this.siteOf.get(deviceId);
    const habits = this.habitsOf.get(deviceId);
    if (!site || !habits) throw new Error(`There is no device ${deviceId}`);
    const index = halfHour + KNOWN;
    while (habits.measured.length <= index) this.advance(site, habits.measured.length - KNOWN);
    const measured = habits.measured[index];
    if (!measured) throw new Error(`There is no half hour ${halfHour}`);
    return measured;
  }

  /** One more half hour of a network. */
  private advance(site: Site, halfHour: number): void {
    const at = halfHour * HALF_HOUR_S;
    const { random } = site;
    site.mood = KEPT * site.mood + SITE_MOOD * Math.sqrt(1 - KEPT ** 2) * random.normal();
    const hour = (((at + site.zoneS) % DAY_S) + DAY_S) / HOUR_S;
    const load = PROFILES[site.kind](hour % 24) * Math.exp(site.mood);
    const loads = site.devices.map((habits) => {
      habits.mood = KEPT * habits.mood + DEVICE_MOOD * Math.sqrt(1 - KEPT ** 2) * random.normal();
      const { device } = habits;
      const beat = this.fleet.beatAt(device, at);
      const { last, count } = this.fleet.restartsBy(device, beat ?? at);
      const wanted = habits.clients * load * Math.exp(habits.mood);
      const stays = beat === null || hasGone(device, at) ? 0 : 1 - Math.exp((last - at) / this.roamingS);
      return { habits, wanted, kept: wanted * stays, online: beat !== null, last, count };
    });
    const kept = loads.reduce((sum, each) => sum + each.kept, 0);
    const lost = loads.reduce((sum, each) => sum + each.wanted - each.kept, 0);
    const gain = kept > 0 ? Math.min(3, 1 + (TAKEN_UP * lost) / kept) : 1;
    for (const { habits, kept: own, online, last, count } of loads) {
      const before = habits.measured.at(-1);
      const clients = random.poisson(own * gain);
      const joins = random.poisson(0.8 * own * gain);
      habits.measured.push({
        online,
        clients,
        joined: (before?.joined ?? 0) + (before?.joins ?? 0),
        joins,
        refused: (before?.refused ?? 0) + random.poisson(0.05 + 0.03 * own),
        bytes: (before?.bytes ?? 0) + clients * BYTES_A_CLIENT * Math.exp(0.5 * random.normal()),
        memFreeKb: this.memory(habits, at, last) * (1 + 0.01 * random.normal()),
        restarts: count,
      });
    }
  }

  private memory({ device, memFreeKb }: Habits, at: number, last: number): number {
    const { startsAt, reaction } = device;
    const leaks = reaction.sickness?.kind === 'leak' && startsAt !== null ? Math.max(0, at - startsAt) : 0;
    const left = Math.max(0.05, 1 - (LEAK_A_DAY * leaks) / DAY_S);
    return memFreeKb * (1 + CACHES * Math.exp((last - at) / HOUR_S)) * left;
  }
}

const NO_POINT: Omit<DevicePoint, 'at'> = {
  online: false,
  clients: null,
  rxBytes: null,
  txBytes: null,
  busyPercent: null,
  memFreeKb: null,
  joined: null,
  refused: null,
  restarts: null,
};

function siteOf(random: Random): Site {
  const kind = random.pick(KINDS);
  const zoneS = random.whole(-8, 9) * HOUR_S;
  return { random, kind, zoneS, devices: [], mood: SITE_MOOD * random.normal() };
}

function isSick({ startsAt, reaction: { sickness } }: SimulatedDevice, at: number, kind: string): boolean {
  return sickness?.kind === kind && startsAt !== null && at >= startsAt + sickness.after;
}

/** Whether no client can join any more. */
function hasGone(device: SimulatedDevice, at: number): boolean {
  return isSick(device, at, 'clients') || hasRadioOff(device, at);
}

function hasRadioOff(device: SimulatedDevice, at: number): boolean {
  return isSick(device, at, 'radio');
}
