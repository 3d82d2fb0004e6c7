import { alternate } from '../alternate.js';
import { percentile, rounded } from '../benchmark.js';
import { heartbeatOf, type Device } from '../load/heartbeat-requests.js';
import { generateLoad } from '../load/http-load.js';
import type { ConfiguredNetwork } from './configured-network.js';
import { ManagedDevices } from './managed-devices.js';

/** What the contract asks for; docs/performance.md has what is reached. */
export const TARGETS = {
  managed: 0.95,
  editMs: 50,
  records: 3,
  inSync: 1.2,
  fetches: 0.6,
  rendered: 10_000,
  live: 0,
} as const;

const INTERVAL_S = 60;
const EDIT_EVERY_MS = 200;
/** Loads end by themselves before. */
const LONG_S = 3600;

/** What all cases use. */
export interface BenchFixture {
  readonly url: string;
  readonly devices: readonly Device[];
  readonly network: ConfiguredNetwork;
  readonly load: { readonly connections: number; readonly seconds: number };
}

/** Lets devices send requests until all of them run what they are to run. */
export async function settle(
  { url, load: { connections } }: BenchFixture,
  managed: ManagedDevices,
): Promise<void> {
  await generateLoad({ url, connections, seconds: LONG_S, next: managed.untilInSync() });
}

/**
 * Heartbeats of devices that report their configuration, and of as many that do not.
 * @returns `ms`: the time of one heartbeat with a configuration, by the rate
 */
export async function heartbeats(fixture: BenchFixture, rounds: number) {
  const { url, devices, load } = fixture;
  const half = Math.floor(devices.length / 2);
  const managed = new ManagedDevices(devices.slice(0, half));
  await settle(fixture, managed);
  const others = devices.slice(half);
  let turn = 0;
  const without = () => {
    turn += 1;
    const device = others[turn % others.length];
    if (!device) throw new Error('There is no device');
    return heartbeatOf(device, device.firmwareVersion);
  };
  const timeOf = async (next: typeof without): Promise<number> =>
    1000 / (await generateLoad({ url, ...load, next })).perSecond;
  const ms = await alternate(
    { managed: () => timeOf(managed.heartbeats), without: () => timeOf(without) },
    rounds,
  );
  const ratio = rounded(ms.without / ms.managed);
  const perSecond = { managed: rounded(1000 / ms.managed), without: rounded(1000 / ms.without) };
  return {
    ms: ms.managed,
    result: { perSecond, ratio, toReach: TARGETS.managed, reached: ratio >= TARGETS.managed },
  };
}

/** Edits while every device sends its heartbeats in its interval. */
export async function edits(
  { url, devices, network, load: { connections } }: BenchFixture,
  all: ManagedDevices,
  count: number,
) {
  const wanted = devices.length / INTERVAL_S;
  let isDone = false;
  const next = () => (isDone ? null : all.heartbeats());
  const beside = generateLoad({ url, connections, seconds: LONG_S, perSecond: wanted, next });
  const took: number[] = [];
  for (let made = 0; made < count; made += 1) {
    took.push((await network.edit(url)).ms);
    await new Promise((resolve) => setTimeout(resolve, EDIT_EVERY_MS));
  }
  isDone = true;
  const { perSecond, failed } = await beside;
  const { roundTrips, records } = await network.cost();
  const p95Ms = rounded(percentile(took, 95));
  const { editMs, records: most } = TARGETS;
  return {
    edits: count,
    p50Ms: rounded(percentile(took, 50)),
    p95Ms,
    roundTrips: roundTrips.length,
    commands: roundTrips,
    records,
    beside: { perSecond: rounded(perSecond), ofWanted: rounded(perSecond / wanted), failed },
    toReach: { p95Ms: editMs, records: most },
    reached: p95Ms <= editMs && records <= most && failed === 0,
  };
}

/** @param ms the time of one heartbeat by their rate */
export async function convergence(fixture: BenchFixture, all: ManagedDevices, ms: number) {
  await fixture.network.edit(fixture.url);
  const began = performance.now();
  await settle(fixture, all);
  const seconds = (performance.now() - began) / 1000;
  const ratio = rounded((seconds * 1000) / (3 * fixture.devices.length * ms));
  return { seconds: rounded(seconds), ratio, toReach: TARGETS.inSync, reached: ratio <= TARGETS.inSync };
}

/** @param ms the time of one heartbeat by their rate */
export async function documents({ url, load }: BenchFixture, all: ManagedDevices, ms: number) {
  const next = all.fetches(() => undefined);
  const { perSecond, failed } = await generateLoad({ url, ...load, next });
  const ratio = rounded((perSecond * ms) / 1000);
  const reached = ratio >= TARGETS.fetches && failed === 0;
  return { perSecond: rounded(perSecond), failed, ratio, toReach: TARGETS.fetches, reached };
}

/** The first device is the canary and refuses the edit; all others fetch then. */
export async function afterHold({ url, network, load }: BenchFixture, all: ManagedDevices) {
  const { name } = await network.edit(url);
  await all.refuseFirst(url);
  const counts = { live: 0, refused: 0, other: 0 };
  const next = all.fetches((status, text) => {
    if (text.includes(`"ssid":"${name}"`)) counts.live += 1;
    else if (status === 409) counts.refused += 1;
    else counts.other += 1;
  });
  await generateLoad({ url, ...load, next });
  const reached = counts.live === TARGETS.live && counts.refused > 0;
  return { ...counts, toReach: TARGETS.live, reached };
}
