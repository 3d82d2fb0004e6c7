import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { startStores } from '../stand-in/start-stores.js';
import { ageBenchmark } from './age.js';
import { runAll } from './all.js';
import type { Benchmark } from './benchmark.js';
import { configurationBenchmark } from './configuration/configuration.js';
import { consoleBenchmark } from './console.js';
import { costBenchmark } from './cost.js';
import { heartbeatBenchmark } from './heartbeat.js';
import { importBenchmark } from './import.js';
import { measurementsBenchmark } from './measurements.js';
import { outageBenchmark } from './outage.js';
import { pageBenchmark } from './page.js';
import { releaseBenchmark } from './release.js';
import { rolloutBenchmark } from './rollout.js';
import { scheduleBenchmark } from './schedule.js';
import { screensBenchmark } from './screens.js';
import { searchBenchmark } from './search.js';
import { ucentralBenchmark } from './ucentral/ucentral.js';
import { upgradeListBenchmark } from './upgrade-list.js';

const BENCHMARKS: readonly Benchmark[] = [
  pageBenchmark,
  searchBenchmark,
  importBenchmark,
  scheduleBenchmark,
  releaseBenchmark,
  heartbeatBenchmark,
  measurementsBenchmark,
  upgradeListBenchmark,
  costBenchmark,
  ageBenchmark,
  rolloutBenchmark,
  consoleBenchmark,
  configurationBenchmark,
  screensBenchmark,
  outageBenchmark,
  ucentralBenchmark,
];

/** The stores that MONGODB_URI and REDIS_URL do not name are started on this folder, which keeps the fleets. */
const DATA = join(fileURLToPath(new URL('../../', import.meta.url)), '.airfleet/bench');

function help(): string {
  const width = Math.max(...BENCHMARKS.map(({ name }) => name.length));
  const lines = BENCHMARKS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `npm run bench -- NAME [--option=value]\nnpm run bench -- --all\n\n${lines.join('\n')}\n`;
}

/** Runs `measure` with the stores of the environment, or with stores that it starts. */
async function withStores(measure: () => Promise<void>): Promise<void> {
  const log = (line: string): boolean => process.stderr.write(`${line}\n`);
  const stores = await startStores({ dataDir: DATA, durable: true, testCommands: true, log });
  process.env['MONGODB_URI'] = stores.mongodbUri;
  process.env['REDIS_URL'] = stores.redisUrl;
  try {
    await measure();
  } finally {
    await stores.stop();
  }
}

const print = (result: object): void => {
  process.stdout.write(`${JSON.stringify(result)}\n`);
};

async function run(name: string, args: readonly string[]): Promise<void> {
  if (name === '--all') {
    await withStores(async () => {
      const worse = await runAll(BENCHMARKS, join(DATA, 'ratios.json'), print);
      if (worse.length > 0) process.exitCode = 1;
    });
    return;
  }
  const benchmark = BENCHMARKS.find((candidate) => candidate.name === name);
  if (!benchmark) throw new Error(`Unknown benchmark: ${name}\n\n${help()}`);
  const { values } = parseArgs({ args: [...args], options: benchmark.options, strict: true });
  await withStores(() =>
    benchmark.run((result) => {
      print({ bench: benchmark.name, ...result });
    }, values),
  );
}

const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  process.stdout.write(help());
} else {
  try {
    await run(name, args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    // Programs that the benchmark has started end with this process.
    process.exit(1);
  }
}
