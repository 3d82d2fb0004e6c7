import { runMocha } from './run-mocha.js';

/** `npm run test:unit [-- MOCHA_ARGUMENTS]`: runs the tests that need no stores. */
process.exitCode = await runMocha([
  '--timeout',
  '1800000',
  '--require',
  'dist/test/fixtures/seed.js',
  'dist/test/*/unit/**/*.test.js',
  ...process.argv.slice(2),
]);
