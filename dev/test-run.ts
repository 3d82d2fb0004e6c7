import { installChromium } from './checks/chromium.js';
import { mochaCounts } from './checks/mocha-counts.js';
import { runStep, type Step, type StepResult } from './checks/run-step.js';
import { checkSteps, testStep } from './checks/steps.js';

/**
 * What `npm test` does once everything is built: the checks one after the other, then every test, whatever has
 * failed before. The last line counts the tests and the checks together. Arguments go to mocha.
 */
const say = (line: string): unknown => process.stdout.write(`${line}\n`);
// Each step writes into a pipe and cannot see for itself whether somebody looks on.
const env = { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' };
const failedSteps: string[] = [];

async function run(step: Step): Promise<StepResult> {
  say(`\n── ${step.name}`);
  const result = await runStep(step, env);
  say(`── ${step.name}: ${result.ok ? 'ok' : 'FAILED'} (${result.seconds.toFixed(1)} s)`);
  if (!result.ok) failedSteps.push(step.name);
  return result;
}

const started = performance.now();
let passed = 0;
let failed = 0;
for (const step of checkSteps()) {
  const { ok } = await run(step);
  if (ok) passed += 1;
  else failed += 1;
}

await installChromium(say);
const [program, ...args] = testStep().command;
const tests = await run({ ...testStep(), command: [program, ...args, ...process.argv.slice(2)] });
const counts = mochaCounts(tests.lines, tests.ok);
passed += counts.passed;
failed += counts.failed;

const minutes = (performance.now() - started) / 60_000;
say(`\nThe whole run took ${minutes.toFixed(1)} minutes.`);
if (failedSteps.length > 0) say(`Failed: ${failedSteps.join(', ')}`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
