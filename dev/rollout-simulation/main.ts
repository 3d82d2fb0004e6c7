import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { FAULTS } from './faults.js';
import { runFault, runScenario, type RunResult } from './run.js';
import { summarise, summariseFaults } from './summary.js';

/**
 * `npm run simulate -- --runs N [--seed S] [--faults]`: simulated rollouts, each determined by its seed. With `--faults`,
 * N runs of each fault.
 */
const MAX_THREADS = 8;
const REPORT_EVERY = 100;

interface Share {
  readonly runs: number;
  readonly seed: number;
  readonly first: number;
  readonly step: number;
  readonly faults: boolean;
}

async function runShare({ runs, seed, first, step, faults }: Share): Promise<void> {
  for (let index = first; index < runs; index += step) {
    if (!faults) parentPort?.postMessage(await runScenario(seed + index, index));
    else for (const fault of FAULTS) parentPort?.postMessage(await runFault(seed + index, fault));
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: 'string' }, seed: { type: 'string' }, faults: { type: 'boolean' } },
  });
  const runs = Number(values.runs ?? 200);
  const seed = Number(values.seed ?? 1);
  if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed))
    throw new Error('--runs must be a whole number from 1, and --seed a whole number');
  const faults = values.faults === true;
  const summary = faults ? summariseFaults : summarise;
  const began = performance.now();
  const threads = Math.min(MAX_THREADS, availableParallelism(), runs);
  process.stderr.write(`${runs} runs with the seeds ${seed} to ${seed + runs - 1} on ${threads} threads\n`);
  const results: RunResult[] = [];
  await Promise.all(
    Array.from({ length: threads }, (_, first) => {
      const share: Share = { runs, seed, first, step: threads, faults };
      return finished(new Worker(new URL(import.meta.url), { workerData: share }), (result) => {
        results.push(result);
        recordFalsePause(result);
        if (results.length % REPORT_EVERY === 0)
          process.stderr.write(`${summary(results)}\n\n${results.length} runs\n\n`);
      });
    }),
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  const looks = results.reduce((sum, result) => sum + result.looks, 0);
  process.stdout.write(`${summary(results)}\n\n${results.length} runs, ${looks} looks, ${seconds} s\n`);
}

/** Prints the seed of a run that repeats a false pause. */
function recordFalsePause({ kind, seed, fault, rules: { gates } }: RunResult): void {
  if (kind === 'harmless' && gates.by !== null)
    process.stderr.write(`${gates.by} paused a harmless release: seed ${seed}${fault ? `, ${fault}` : ''}\n`);
}

function finished(worker: Worker, onResult: (result: RunResult) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', onResult);
    worker.once('error', reject);
    worker.once('exit', () => {
      resolve();
    });
  });
}

await (isMainThread ? main() : runShare(workerData as Share));
