import { CONFIGURATION_STATES } from '../../configuration/records/domain/device-configuration.js';
import type {
  BusyNetwork,
  ConfigurationCounts,
  DeviceTallyRecord,
  PartCount,
  VersionCount,
} from '../models/device-tally.js';
import type { SeenDevice } from './compare-devices.js';
import { downShareOf } from './sites-by-trouble.js';
import type { TallyKey } from './tally-keys.js';

export type Tally = Pick<
  DeviceTallyRecord,
  | 'up'
  | 'down'
  | 'neverHeard'
  | 'downShare'
  | 'versions'
  | 'configurations'
  | 'accessPoints'
  | 'leavingOut'
  | 'clients'
  | 'rxRate'
  | 'txRate'
  | 'busiest'
>;

const MAX_VERSIONS = 500;
const MAX_BUSIEST = 10;
const AIR = ['clients', 'rxRate', 'txRate'] as const;

/** Counts the devices of one network or organisation. */
class TallyCounter {
  private readonly states = { up: 0, down: 0, never_heard: 0 };
  private readonly configurations: ConfigurationCounts = {};
  private readonly accessPoints = new Map<string, number>();
  private leavingOut = 0;
  private readonly air: Record<(typeof AIR)[number], number | null> = {
    clients: null,
    rxRate: null,
    txRate: null,
  };
  private readonly versions = new Map<string, VersionCount>();

  add({ state, partNumber, isSwitch, version, configuration, air }: SeenDevice): void {
    this.states[state] += 1;
    for (const name of AIR) this.air[name] = plus(this.air[name], air[name]);
    const status = configuration?.state ?? 'unmanaged';
    this.configurations[status] = (this.configurations[status] ?? 0) + 1;
    if (configuration && !isSwitch)
      this.accessPoints.set(partNumber, 1 + (this.accessPoints.get(partNumber) ?? 0));
    if (configuration?.leavesOut) this.leavingOut += 1;
    const key = `${partNumber}\n${version}`;
    const counted = this.versions.get(key);
    if (counted) counted.count += 1;
    else this.versions.set(key, { partNumber, version, count: 1 });
  }

  tally(): Tally {
    const { up, down, never_heard: neverHeard } = this.states;
    const { configurations, leavingOut } = this;
    const versions = largest([...this.versions.values()]);
    const accessPoints = partCounts(this.accessPoints);
    return { up, down, neverHeard, versions, configurations, accessPoints, leavingOut, ...this.air };
  }
}

/** Counts devices for each tally. */
export class DeviceCounter {
  private readonly counters = new Map<TallyKey, TallyCounter>([[null, new TallyCounter()]]);

  add(device: SeenDevice): void {
    for (const tallyKey of [null, device.networkId ?? 0]) {
      const counter = this.counters.get(tallyKey) ?? new TallyCounter();
      this.counters.set(tallyKey, counter);
      counter.add(device);
    }
  }

  tallies(): Map<TallyKey, Tally> {
    const tallies = new Map<TallyKey, Tally>();
    for (const [tallyKey, counter] of this.counters) {
      const tally = counter.tally();
      const isNetwork = tallyKey !== null && tallyKey > 0;
      tallies.set(tallyKey, isNetwork ? { ...tally, downShare: downShareOf(tally) } : tally);
    }
    const whole = tallies.get(null);
    if (whole) tallies.set(null, { ...whole, busiest: busiestOf(tallies) });
    return tallies;
  }
}

/** The networks with most clients. */
export function busiestOf(tallies: Iterable<readonly [TallyKey, Pick<Tally, 'clients'>]>): BusyNetwork[] {
  const counted = [...tallies].flatMap(([networkId, { clients }]) => {
    return networkId !== null && networkId > 0 && clients ? [{ networkId, clients }] : [];
  });
  return counted
    .sort((one, other) => other.clients - one.clients || one.networkId - other.networkId)
    .slice(0, MAX_BUSIEST);
}

function plus(sum: number | null | undefined, more: number | null | undefined): number | null {
  return more === null || more === undefined ? (sum ?? null) : (sum ?? 0) + more;
}

/** The sum of tallies of different keys. */
export function sumOf(tallies: readonly Tally[]): Tally {
  const versions = new Map<string, VersionCount>();
  for (const { partNumber, version, count } of tallies.flatMap((tally) => tally.versions)) {
    const key = `${partNumber}\n${version}`;
    versions.set(key, { partNumber, version, count: count + (versions.get(key)?.count ?? 0) });
  }
  const sum = (field: 'up' | 'down' | 'neverHeard'): number =>
    tallies.reduce((total, tally) => total + tally[field], 0);
  const configurations: ConfigurationCounts = {};
  for (const state of CONFIGURATION_STATES) {
    const count = tallies.reduce((all, tally) => all + (tally.configurations?.[state] ?? 0), 0);
    if (count > 0) configurations[state] = count;
  }
  return {
    configurations,
    ...accessPointsOf(tallies),
    leavingOut: tallies.reduce((all, tally) => all + (tally.leavingOut ?? 0), 0),
    clients: tallies.reduce<number | null>((all, tally) => plus(all, tally.clients), null),
    up: sum('up'),
    down: sum('down'),
    neverHeard: sum('neverHeard'),
    versions: largest([...versions.values()]),
  };
}

/** Nothing when one of the tallies does not count them. */
function accessPointsOf(tallies: readonly Tally[]): Pick<Tally, 'accessPoints'> {
  const counts = new Map<string, number>();
  for (const { accessPoints } of tallies) {
    if (!accessPoints) return {};
    for (const { partNumber, count } of accessPoints)
      counts.set(partNumber, count + (counts.get(partNumber) ?? 0));
  }
  return { accessPoints: partCounts(counts) };
}

function partCounts(counts: ReadonlyMap<string, number>): PartCount[] {
  return [...counts]
    .map(([partNumber, count]) => ({ partNumber, count }))
    .sort((one, other) => (one.partNumber < other.partNumber ? -1 : 1));
}

function largest(versions: readonly VersionCount[]): VersionCount[] {
  return [...versions]
    .sort((one, other) => other.count - one.count || (keyOf(one) < keyOf(other) ? -1 : 1))
    .slice(0, MAX_VERSIONS);
}

const keyOf = ({ partNumber, version }: VersionCount): string => `${partNumber}\n${version}`;
