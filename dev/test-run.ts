import { randomInt } from 'node:crypto';
import { installChromium } from './checks/chromium.js';
import { runStep, type Step } from './checks/run-step.js';
import { installAir } from './air/packages.js';
import { checkSteps, selectTests, testSteps } from './checks/steps.js';
import { installAgentTools } from './checks/agent-tools.js';

/**
 * The entry of `npm test`. Runs the tests in lanes, and beside them the stories on the air, the unit tests and the checks. A
 * failure stops nothing and is printed at once and at the end; the last line counts tests and checks together. Arguments go
 * to mocha, except `--all`, with which it is the entry of `npm run test:all`: every sample, and the long tests.
 */
const args = process.argv.slice(2).filter((arg) => arg !== '--all');
if (process.argv.includes('--all')) process.env['AIRFLEET_TEST_SAMPLES'] = 'all';
// One seed for all processes of the run.
process.env['AIRFLEET_TEST_SEED'] ||= String(randomInt(2 ** 31));
const colours = process.stdout.isTTY;
const print = (line: string): unknown => process.stdout.write(`${line}\n`);
// The steps write into pipes and cannot detect a terminal.
const env = { ...process.env, FORCE_COLOR: colours ? '1' : '0' };
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    interrupted.abort();
  });
}

const failedSteps: string[] = [];
const failures: string[] = [];
let passed = 0;
let failed = 0;

async function runInOrder(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (interrupted.signal.aborted) return;
    const result = await runStep(step, { env, colours, print, interrupted: interrupted.signal });
    print(`── ${step.name}: ${result.ok ? 'ok' : 'FAILED'} (${result.seconds.toFixed(1)} s)`);
    if (!result.ok) {
      failedSteps.push(step.name);
      failures.push(`\n── ${step.name}: FAILED`, ...result.failure);
      if (step.isQuiet) for (const line of result.failure) print(line);
    }
    passed += result.counts.passed;
    failed += result.counts.failed;
  }
}

const started = performance.now();
print(`Seed of the tests: ${process.env['AIRFLEET_TEST_SEED']} (AIRFLEET_TEST_SEED repeats it)`);
await installChromium(print);
await installAgentTools(print);
const hasAll = process.env['AIRFLEET_TEST_SAMPLES'] === 'all';
if (hasAll)
  await installAir({ env: process.env, log: print }).catch((error: unknown) =>
    print(`Without radios: ${String(error)}`),
  );
const selection = selectTests(args, hasAll);
const { unit, lanes, air } = testSteps(selection);
await Promise.all([runInOrder(lanes), runInOrder(air), runInOrder([...unit, ...checkSteps()])]);
if (interrupted.signal.aborted) process.exit(130);

const minutes = (performance.now() - started) / 60_000;
for (const line of failures) print(line);
print(`\nThe whole run took ${minutes.toFixed(1)} minutes.`);
if (failedSteps.length > 0) print(`Failed: ${failedSteps.join(', ')}`);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
