import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { runScenario, type RunResult } from './run.js';
import { summarise } from './summary.js';

/** `npm run simulate -- --runs N [--seed S]`: simulated rollouts, each determined by its seed. */
const MAX_THREADS = 8;
const REPORT_EVERY = 100;

interface Share {
  readonly runs: number;
  readonly seed: number;
  readonly first: number;
  readonly step: number;
}

async function runShare({ runs, seed, first, step }: Share): Promise<void> {
  for (let index = first; index < runs; index += step)
    parentPort?.postMessage(await runScenario(seed + index, index));
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
  const runs = Number(values.runs ?? 200);
  const seed = Number(values.seed ?? 1);
  if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed))
    throw new Error('--runs must be a whole number from 1, and --seed a whole number');
  const began = performance.now();
  const threads = Math.min(MAX_THREADS, availableParallelism(), runs);
  process.stderr.write(`${runs} runs with the seeds ${seed} to ${seed + runs - 1} on ${threads} threads\n`);
  const results: RunResult[] = [];
  await Promise.all(
    Array.from({ length: threads }, (_, first) => {
      const share: Share = { runs, seed, first, step: threads };
      return finished(new Worker(new URL(import.meta.url), { workerData: share }), (result) => {
        results.push(result);
        recordFalsePause(result);
        if (results.length % REPORT_EVERY === 0)
          process.stderr.write(`${summarise(results)}\n\n${results.length} runs\n\n`);
      });
    }),
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  const looks = results.reduce((sum, result) => sum + result.looks, 0);
  process.stdout.write(`${summarise(results)}\n\n${runs} runs, ${looks} looks, ${seconds} s\n`);
}

/** Prints the seed of a run that repeats a false pause. */
function recordFalsePause({ kind, seed, rules: { gates } }: RunResult): void {
  if (kind === 'harmless' && gates.by === 'health_gate')
    process.stderr.write(`The health gate paused a harmless release: seed ${seed}\n`);
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
