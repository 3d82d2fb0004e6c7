import { Agent } from 'node:http';
import { PATHS } from '../api/paths.js';
import { ask } from './send-request.js';
import { openOneNetwork } from './bench-fleet.js';
import {
  publishRelease,
  removeUpgrades,
  scheduleNetwork,
  TOMORROW,
  type OneNetwork,
} from './bench-upgrades.js';
import { median, numberOption, rounded, type Benchmark } from './benchmark.js';
import type { OrganisationLayout } from './fleet-plan.js';
import { startProgram } from './program.js';
import { timed } from './alternate.js';

const BATCH = 1000;
const TO_REACH = { ratio: 2, p99Ms: 250 };
const PAGE = PATHS.listInventory[0][1];
const PAUSE_MS = 10;

/** POST /upgrades for one large network against inserts of the same records, in turns; and what others wait meanwhile. */
export const scheduleBenchmark: Benchmark = {
  name: 'schedule',
  summary:
    'POST /upgrades for a network of 100,000 devices: at most 2 times raw bulk writes; other requests under 250 ms meanwhile',
  options: { devices: { type: 'string' }, rounds: { type: 'string' } },
  async run(print, options) {
    const devices = numberOption(options, 'devices', 100_000);
    const rounds = numberOption(options, 'rounds', 3);
    const fleet = await openOneNetwork(devices);
    const api = await startProgram('../api/main.js', fleet.uri);
    const version = await publishRelease(fleet.mongo.models);
    const ratios: number[] = [];
    const waits: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await removeUpgrades(fleet);
      const others = keepAsking(api.url, fleet.whole);
      const scheduled = await scheduleNetwork(api.url, fleet, version, TOMORROW());
      const latencies = await others.stop();
      const raw = await insertAgain(fleet);
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
      toReach: TO_REACH,
      reached: ratio <= TO_REACH.ratio && p99Ms < TO_REACH.p99Ms,
    });
    await removeUpgrades(fleet);
    await api.stop();
    await fleet.close();
  },
};

/** Milliseconds that unordered inserts of all upgrades there are take; reading them does not count. */
async function insertAgain(fleet: OneNetwork): Promise<number> {
  const { collection } = fleet.mongo.models.upgrades;
  const records = await collection.find({}).batchSize(BATCH).toArray();
  await removeUpgrades(fleet);
  let milliseconds = 0;
  for (let first = 0; first < records.length; first += BATCH) {
    const batch = records.slice(first, first + BATCH);
    milliseconds += await timed(() => collection.insertMany(batch, { ordered: false }));
  }
  return milliseconds;
}

/** Asks for pages one after the other until it is stopped; gives what each took, in milliseconds. */
function keepAsking(api: string, { adminToken: token }: OrganisationLayout): { stop(): Promise<number[]> } {
  const agent = new Agent({ keepAlive: true });
  const waited: number[] = [];
  const end = new AbortController();
  const asking = (async () => {
    while (!end.signal.aborted) {
      waited.push(await timed(() => ask(new URL(PAGE, api), agent, { token })));
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
