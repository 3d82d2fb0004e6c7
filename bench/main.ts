import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { startStores } from '../dev/services/start-stores.js';
import type { Benchmark } from './benchmark.js';
import { configurationBenchmark } from './configuration/configuration.js';
import { consoleBenchmark } from './console.js';
import { contentionBenchmark } from './contention.js';
import { costBenchmark } from './cost.js';
import { heartbeatBenchmark } from './heartbeat.js';
import { importBenchmark } from './import.js';
import { overheadBenchmark } from './overhead.js';
import { pageBenchmark } from './page.js';
import { releaseBenchmark } from './release.js';
import { rolloutBenchmark } from './rollout.js';
import { scheduleBenchmark } from './schedule.js';
import { searchBenchmark } from './search.js';
import { totalBenchmark } from './total.js';
import { upgradeListBenchmark } from './upgrade-list.js';

const BENCHMARKS: readonly Benchmark[] = [
  pageBenchmark,
  searchBenchmark,
  totalBenchmark,
  importBenchmark,
  scheduleBenchmark,
  releaseBenchmark,
  heartbeatBenchmark,
  contentionBenchmark,
  upgradeListBenchmark,
  overheadBenchmark,
  costBenchmark,
  rolloutBenchmark,
  consoleBenchmark,
  configurationBenchmark,
];

/** The stores that MONGODB_URI and REDIS_URL do not name are started on this folder, which keeps the fleets. */
const DATA = join(fileURLToPath(new URL('../../', import.meta.url)), '.airfleet/bench');

function help(): string {
  const width = Math.max(...BENCHMARKS.map(({ name }) => name.length));
  const lines = BENCHMARKS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `npm run bench -- NAME [--option=value]\n\n${lines.join('\n')}\n`;
}

const [name, ...args] = process.argv.slice(2);
const benchmark = BENCHMARKS.find((candidate) => candidate.name === name);
if (name === undefined) {
  process.stdout.write(help());
} else if (!benchmark) {
  process.stderr.write(`Unknown benchmark: ${name}\n\n${help()}`);
  process.exitCode = 2;
} else {
  try {
    const { values } = parseArgs({ args, options: benchmark.options, strict: true });
    const log = (line: string): boolean => process.stderr.write(`${line}\n`);
    const stores = await startStores({ dataDir: DATA, durable: true, testCommands: true, log });
    process.env['MONGODB_URI'] = stores.mongodbUri;
    process.env['REDIS_URL'] = stores.redisUrl;
    try {
      await benchmark.run((result) => {
        process.stdout.write(`${JSON.stringify({ bench: benchmark.name, ...result })}\n`);
      }, values);
    } finally {
      await stores.stop();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }
}
