import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { pictureOf } from './picture.js';
import { runScenario, type RunResult } from './run.js';
import { isHarmless, nameOf, SCENARIOS, type ScenarioName } from './scenarios.js';
import { summarise } from './summary.js';

/**
 * `npm run simulate -- --runs N [--seed S] [--only SCENARIO] [--thresholds]`: simulated rollouts, each determined by its
 * seed. With `--thresholds`, plain thresholds judge the same rollouts. With `--picture FILE --only SCENARIO`, one rollout,
 * whose looks are drawn.
 */
const MAX_THREADS = 8;
const REPORT_EVERY = 100;
/** A run makes many short-lived objects. */
const YOUNG = { maxYoungGenerationSizeMb: 128 };

interface Share {
  readonly runs: number;
  readonly seed: number;
  readonly first: number;
  readonly step: number;
  readonly only: ScenarioName | null;
  readonly thresholds: boolean;
}

async function runShare({ runs, seed, first, step, only, thresholds }: Share): Promise<void> {
  for (let index = first; index < runs; index += step)
    parentPort?.postMessage(await runScenario(seed + index, only ?? nameOf(index), thresholds));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      thresholds: { type: 'boolean' },
      picture: { type: 'string' },
    },
  });
  const runs = Number(values.runs ?? 200);
  const seed = Number(values.seed ?? 1);
  if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed))
    throw new Error('--runs must be a whole number from 1, and --seed a whole number');
  const only = SCENARIOS.find((name) => name === values.only) ?? null;
  if (values.only !== undefined && only === null)
    throw new Error(`--only must be one of: ${SCENARIOS.join(', ')}`);
  if (values.picture !== undefined) {
    await writeFile(values.picture, await pictureOf(seed, only ?? 'harmless'));
    return;
  }
  const began = performance.now();
  const threads = Math.min(MAX_THREADS, availableParallelism(), runs);
  process.stderr.write(`${runs} runs with the seeds ${seed} to ${seed + runs - 1} on ${threads} threads\n`);
  const results: RunResult[] = [];
  await Promise.all(
    Array.from({ length: threads }, (_, first) => {
      const share: Share = { runs, seed, first, step: threads, only, thresholds: values.thresholds === true };
      return finished(
        new Worker(new URL(import.meta.url), { workerData: share, resourceLimits: YOUNG }),
        (result) => {
          results.push(result);
          recordFalsePause(result);
          if (results.length % REPORT_EVERY === 0)
            process.stderr.write(`${summarise(results)}\n\n${results.length} runs\n\n`);
        },
      );
    }),
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  const looks = results.reduce((sum, result) => sum + result.looks, 0);
  process.stdout.write(`${summarise(results)}\n\n${results.length} runs, ${looks} looks, ${seconds} s\n`);
}

/** Prints the seed of a run that repeats a false pause, or a bad release that was not found. */
function recordFalsePause({ scenario, seed, rules: { gates } }: RunResult): void {
  if (isHarmless(scenario) && gates.by !== null)
    process.stderr.write(`${gates.by} paused a harmless release: seed ${seed}, ${scenario}\n`);
  if (!isHarmless(scenario) && gates.by === null && gates.harmed > 0)
    process.stderr.write(`missed: seed ${seed}, ${scenario}, ${gates.harmed} harmed\n`);
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
