import { installChromium } from './checks/chromium.js';
import { Floor } from './checks/floor.js';
import { runStep, type Step } from './checks/run-step.js';
import { checkSteps, testSteps } from './checks/steps.js';

/**
 * What `npm test` does once everything is built: the checks and then the tests that mostly wait for processes, beside
 * them all other tests, whatever fails. The last line counts the tests and the checks together. Arguments go to mocha.
 */
const colours = process.stdout.isTTY;
const floor = new Floor((line) => process.stdout.write(`${line}\n`));
// Each step writes into a pipe and cannot see for itself whether somebody looks on.
const env = { ...process.env, FORCE_COLOR: colours ? '1' : '0' };
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    interrupted.abort();
  });
}

const failedSteps: string[] = [];
let passed = 0;
let failed = 0;

async function inTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (interrupted.signal.aborted) return;
    const { say, end } = floor.take();
    say(`\n── ${step.name}`);
    const result = await runStep(step, { env, colours, say, interrupted: interrupted.signal });
    say(`── ${step.name}: ${result.ok ? 'ok' : 'FAILED'} (${result.seconds.toFixed(1)} s)`);
    end();
    if (!result.ok) failedSteps.push(step.name);
    passed += result.counts.passed;
    failed += result.counts.failed;
  }
}

const started = performance.now();
const { tests, testsOfProcesses } = testSteps(process.argv.slice(2));
const beside = inTurn([...checkSteps(), ...testsOfProcesses]);
const announcer = floor.take();
await installChromium(announcer.say);
announcer.end();
await Promise.all([beside, inTurn(tests)]);
if (interrupted.signal.aborted) process.exit(130);

const minutes = (performance.now() - started) / 60_000;
process.stdout.write(`\nThe whole run took ${minutes.toFixed(1)} minutes.\n`);
if (failedSteps.length > 0) process.stdout.write(`Failed: ${failedSteps.join(', ')}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
