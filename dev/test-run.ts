import { installChromium } from './checks/chromium.js';
import { OutputQueue } from './checks/output-queue.js';
import { runStep, type Step } from './checks/run-step.js';
import { checkSteps, testSteps } from './checks/steps.js';
import { installAgentTools } from './services/install/agent-tools.js';

/**
 * The entry of `npm test`. Runs the lanes of tests concurrently, one of them after the checks. A failure stops none. The
 * end repeats what failed, and the last line counts tests and checks together. Arguments go to mocha, except `--all`, with
 * which it is the entry of `npm run test:all`: every sample, and the long tests.
 */
const args = process.argv.slice(2).filter((arg) => arg !== '--all');
if (process.argv.includes('--all')) process.env['AIRFLEET_TEST_SAMPLES'] = 'all';
const testsAll = process.env['AIRFLEET_TEST_SAMPLES'] === 'all';
const colours = process.stdout.isTTY;
const output = new OutputQueue((line) => process.stdout.write(`${line}\n`));
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
    const { print, end } = output.open();
    print(`\n── ${step.name}`);
    const result = await runStep(step, { env, colours, print, interrupted: interrupted.signal });
    print(`── ${step.name}: ${result.ok ? 'ok' : 'FAILED'} (${result.seconds.toFixed(1)} s)`);
    end();
    if (!result.ok) {
      failedSteps.push(step.name);
      failures.push(`\n── ${step.name}: FAILED`, ...result.failure);
    }
    passed += result.counts.passed;
    failed += result.counts.failed;
  }
}

const started = performance.now();
const { faults, commands, jobs, rest } = testSteps(args, testsAll);
const withoutBrowser = [runInOrder(faults), runInOrder([...checkSteps(), ...jobs])];
const installOutput = output.open();
await installChromium(installOutput.print);
await installAgentTools(installOutput.print);
installOutput.end();
await Promise.all([...withoutBrowser, runInOrder(commands), runInOrder(rest)]);
if (interrupted.signal.aborted) process.exit(130);

const minutes = (performance.now() - started) / 60_000;
for (const line of failures) process.stdout.write(`${line}\n`);
process.stdout.write(`\nThe whole run took ${minutes.toFixed(1)} minutes.\n`);
if (failedSteps.length > 0) process.stdout.write(`Failed: ${failedSteps.join(', ')}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
