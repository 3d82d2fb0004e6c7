import { installAir } from './air/packages.js';
import { runMocha } from './run-mocha.js';

/**
 * `npm run test:air [-- MOCHA_ARGUMENTS]`: the stories of test/air, with how long the start of the machine and each of them
 * take.
 */
await installAir({
  env: process.env,
  log: (line) => process.stderr.write(`${line}\n`),
});
process.exitCode = await runMocha(
  [
    ...['--require', 'dist/test/fixtures/stack.js', '--timeout', '600000', '--slow', '0'],
    'dist/test/air/*.test.js',
    ...process.argv.slice(2),
  ],
  { ...process.env, AIRFLEET_AIR_LOG: '1' },
);
