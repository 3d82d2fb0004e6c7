import { Agent } from 'node:http';
import { PATHS } from '../api/paths.js';
import { sendRequest } from './load/send-request.js';
import { openOneNetwork } from './fleet/bench-fleet.js';
import {
  publishRelease,
  removeUpgrades,
  scheduleUpgrades,
  tomorrow,
  type OneNetwork,
} from './fleet/bench-upgrades.js';
import { median, numberOption, rounded, type Benchmark } from './benchmark.js';
import type { OrganisationLayout } from './fleet/fleet-plan.js';
import { startProgram } from './load/program.js';
import { measureMs } from './alternate.js';

const BATCH = 1000;
const TARGETS = { ratio: 2, p99Ms: 250 };
const PAGE = PATHS.listInventory[0][1];
const PAUSE_MS = 10;

/**
 * Compares POST /upgrades for a large network with raw inserts of the same records, and measures the latency of
 * concurrent requests.
 */
export const scheduleBenchmark: Benchmark = {
  name: 'schedule',
  summary:
    'POST /upgrades for a network of 100,000 devices: at most 2 times raw bulk writes; concurrent requests under 250 ms',
  options: { devices: { type: 'string' }, rounds: { type: 'string' } },
  small: ['--devices=5000', '--rounds=3'],
  async run(print, options) {
    const devices = numberOption(options, 'devices', 100_000);
    const rounds = numberOption(options, 'rounds', 3);
    const fleet = await openOneNetwork(devices);
    const api = await startProgram('programs/api.js', fleet.uri);
    const version = await publishRelease(fleet.mongo.models);
    const ratios: number[] = [];
    const waits: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await removeUpgrades(fleet);
      const others = pollList(api.url, fleet.whole);
      const scheduled = await scheduleUpgrades(api.url, fleet, version, tomorrow());
      const latencies = await others.stop();
      const raw = await reinsertUpgrades(fleet);
      print({
        round,
        devices,
        ms: { scheduled: rounded(scheduled), raw: rounded(raw) },
        perSecond: { scheduled: rounded(devices / (scheduled / 1000)), raw: rounded(devices / (raw / 1000)) },
        others: {
          requests: latencies.length,
          medianMs: rounded(median(latencies)),
          p99Ms: rounded(p99(latencies)),
        },
      });
      ratios.push(scheduled / raw);
      waits.push(...latencies);
    }
    const [ratio, p99Ms] = [rounded(median(ratios)), rounded(p99(waits))];
    print({
      devices,
      ratio,
      p99Ms,
      toReach: TARGETS,
      reached: ratio <= TARGETS.ratio && p99Ms < TARGETS.p99Ms,
    });
    await removeUpgrades(fleet);
    await api.stop();
    await fleet.close();
  },
};

/** Deletes all upgrades and inserts them again, unordered. Returns the duration of the inserts in milliseconds. */
async function reinsertUpgrades(fleet: OneNetwork): Promise<number> {
  const { collection } = fleet.mongo.models.upgrades;
  const records = await collection.find({}).batchSize(BATCH).toArray();
  await removeUpgrades(fleet);
  let milliseconds = 0;
  for (let first = 0; first < records.length; first += BATCH) {
    const batch = records.slice(first, first + BATCH);
    milliseconds += await measureMs(() => collection.insertMany(batch, { ordered: false }));
  }
  return milliseconds;
}

/** Requests one page after another until stopped. `stop` returns the latency of each request in milliseconds. */
function pollList(api: string, { adminToken: token }: OrganisationLayout): { stop(): Promise<number[]> } {
  const agent = new Agent({ keepAlive: true });
  const waited: number[] = [];
  const end = new AbortController();
  const asking = (async () => {
    while (!end.signal.aborted) {
      waited.push(await measureMs(() => sendRequest(new URL(PAGE, api), agent, { token })));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  return {
    async stop() {
      end.abort();
      await asking;
      agent.destroy();
      return waited;
    },
  };
}

function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}
