import { runMocha } from './run-mocha.js';

/** `npm run test:kills [-- MOCHA_ARGUMENTS]`: kills APIs and workers at every point of docs/reliability.md#kill-points. */
process.exitCode = await runMocha(
  [
    '--require',
    'dist/test/fixtures/stack.js',
    '--exit',
    'dist/test/faults/kills/*.test.js',
    ...process.argv.slice(2),
  ],
  { ...process.env, AIRFLEET_TEST_KILLS: 'all' },
);
