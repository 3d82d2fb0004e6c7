import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATHS } from '../api/paths.js';
import { median, numberOption, rounded, type Benchmark } from './benchmark.js';
import { openEmptyDatabase } from './fleet/bench-database.js';
import { openOneNetwork } from './fleet/bench-fleet.js';
import { publishRelease, removeUpgrades, scheduleUpgrades, type OneNetwork } from './fleet/bench-upgrades.js';
import { generatedFleet } from './fleet/generated-fleet.js';
import { writeFleetFile } from './fleet/write-fleet-file.js';
import { importPlan, runImport } from './import.js';
import { cpuPerUnit, type CpuTime } from './load/cpu-time.js';
import { cycleHeartbeats } from './load/heartbeat-requests.js';
import { generateLoad, type WireRequest } from './load/http-load.js';
import { startProgram } from './load/program.js';

const CONNECTIONS = 20;
const HEARTBEAT_CONNECTIONS = 200;
/** CPU of the API relative to bare Koa and driver. */
const TARGETS = { page: 1.25, heartbeat: 2.2 };
const POLL_EVERY_MS = 200;

type Print = (result: object) => void;

/** Microseconds of CPU that each program spends on one heartbeat, page, upgrade and imported device. */
export const costBenchmark: Benchmark = {
  name: 'cost',
  summary:
    'CPU per unit by program; the API takes at most 1.25 times bare Koa and driver for a page, 2.2 times for a heartbeat',
  options: { devices: { type: 'string' }, rounds: { type: 'string' }, seconds: { type: 'string' } },
  small: ['--devices=1000', '--rounds=2', '--seconds=2'],
  async run(print, options) {
    const devices = numberOption(options, 'devices', 10_000);
    const rounds = numberOption(options, 'rounds', 3);
    const seconds = numberOption(options, 'seconds', 10);
    const fleet = await openOneNetwork(devices);
    await compareRequests(fleet, { rounds, seconds }, print);
    await measureUpgrades(fleet, devices, print);
    await fleet.close();
    await measureImport(devices, print);
  },
};

interface Compared {
  readonly unit: string;
  readonly connections: number;
  readonly next: { readonly api: () => WireRequest; readonly bare: () => WireRequest };
  readonly target: number;
}

/** Sends the same requests to the API and to the bare server in turns. */
async function compareRequests(
  fleet: OneNetwork,
  { rounds, seconds }: { rounds: number; seconds: number },
  print: Print,
): Promise<void> {
  const api = await startProgram('programs/api.js', fleet.uri);
  const bare = await startProgram('bench/load/bare-server.js', fleet.uri);
  for (const { unit, connections, next, target } of await comparisons(fleet)) {
    const spent = { api: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const [side, { url }] of [['api', api] as const, ['bare', bare] as const]) {
        const cost = await cpuPerUnit(async () => {
          const { answered, failed } = await generateLoad({ url, connections, seconds, next: next[side] });
          if (failed > 0) throw new Error(`${failed} requests for ${unit} failed`);
          return answered;
        });
        // The first round warms both up.
        if (round === 0) continue;
        print({ unit, side, round, us: withoutUnits(cost), perSecond: rounded(cost.units / seconds) });
        const us = cost[side];
        if (us === undefined) throw new Error(`No process of ${side} has used CPU time for ${unit}`);
        spent[side].push(us);
      }
    }
    const ratio = rounded(median(spent.api) / median(spent.bare));
    print({
      unit,
      apiUs: median(spent.api),
      bareUs: median(spent.bare),
      ratio,
      toReach: target,
      reached: ratio <= target,
    });
  }
  await api.stop();
  await bare.stop();
}

async function comparisons({ mongo, whole }: OneNetwork): Promise<Compared[]> {
  const bearer = whole.adminToken;
  const page = (path: string) => (): WireRequest => ({ method: 'GET', path, bearer });
  const pages = [20, 100].map((rows) => ({
    unit: `page of ${rows}`,
    connections: CONNECTIONS,
    next: {
      api: page(`${PATHS.listInventory[0][1]}?per_page=${rows}`),
      bare: page(`/?organisation=${whole.id}&per_page=${rows}`),
    },
    target: TARGETS.page,
  }));
  const beats = await cycleHeartbeats(mongo.models, whole);
  return [
    ...pages,
    {
      unit: 'heartbeat',
      connections: HEARTBEAT_CONNECTIONS,
      next: { api: beats, bare: beats },
      target: TARGETS.heartbeat,
    },
  ];
}

async function measureUpgrades(fleet: OneNetwork, devices: number, print: Print): Promise<void> {
  await removeUpgrades(fleet);
  const version = await publishRelease(fleet.mongo.models);
  const settings = { QUEUE_PREFIX: `{bench-${Date.now()}}` };
  const api = await startProgram('programs/api.js', fleet.uri, settings);
  const scheduled = await cpuPerUnit(async () => {
    await scheduleUpgrades(api.url, fleet, version, null);
    return devices;
  });
  print({ unit: 'upgrade scheduled', us: withoutUnits(scheduled) });
  const worker = await startProgram('programs/worker.js', fleet.uri, { ...settings, WORKER_PORT: '0' });
  const released = await cpuPerUnit(async () => {
    while ((await fleet.mongo.models.upgrades.countDocuments({ status: '' })) > 0)
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
    return devices;
  });
  print({ unit: 'upgrade released', us: withoutUnits(released) });
  await worker.stop();
  await api.stop();
  await removeUpgrades(fleet);
}

async function measureImport(devices: number, print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'airfleet-bench-'));
  const database = await openEmptyDatabase('cost-import');
  try {
    const file = join(folder, 'fleet.json');
    await writeFleetFile(generatedFleet(importPlan(devices)), file);
    const cost = await cpuPerUnit(async () => {
      await runImport(file, database.uri);
      return devices;
    });
    const { ended: program, ...stores } = withoutUnits(cost);
    print({ unit: 'device imported', us: { program, ...stores } });
    await database.mongo.connection.dropDatabase();
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}

function withoutUnits({ units: _, ...us }: Partial<CpuTime> & { units: number }): Partial<CpuTime> {
  return us;
}
