import { installAir } from './air/packages.js';
import { runMocha } from './run-mocha.js';

/** Two files at a time, each with a machine and stores of its own: an emulated machine takes one processor. */
const MACHINES = '2';

/**
 * `npm run test:air [-- MOCHA_ARGUMENTS]`: the stories of test/air, with how long the start of the machines and each of the
 * stories take.
 */
await installAir({
  env: process.env,
  log: (line) => process.stderr.write(`${line}\n`),
});
process.exitCode = await runMocha(
  [
    ...['--require', 'dist/test/fixtures/stack.js', '--timeout', '1800000', '--slow', '0'],
    ...['--parallel', '--jobs', MACHINES],
    'dist/test/air/*.test.js',
    ...process.argv.slice(2),
  ],
  { ...process.env, AIRFLEET_AIR_LOG: '1', AIRFLEET_TEST_LANES: MACHINES },
);
