import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

/**
 * `npm run fuzz -- --requests 20000 --seed 1`: the fuzz test in its long form, with the stores of the tests. The
 * seed is another one each time unless it is given, and printed.
 */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string' } },
});
const mocha = spawn(
  process.execPath,
  [
    '--enable-source-maps',
    'node_modules/mocha/bin/mocha.js',
    ...['--no-config', '--require', 'dist/test/fixtures/stack.js', '--timeout', '0'],
    'dist/test/fuzz/fuzz.test.js',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      AIRFLEET_FUZZ_REQUESTS: values.requests,
      AIRFLEET_FUZZ_SEED: values.seed ?? String(Math.floor(Math.random() * 1e9)),
    },
  },
);
const [code] = (await once(mocha, 'exit')) as [number | null];
process.exitCode = code ?? 1;
