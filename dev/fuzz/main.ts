import { parseArgs } from 'node:util';
import { runMocha } from '../run-mocha.js';

/**
 * `npm run fuzz -- --requests 20000 --frames 20000 --seed 1`: runs the fuzz tests with more requests, and with more messages
 * to a gateway, than `npm test`. Without `--seed`, each run has a new seed, which it prints.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    frames: { type: 'string', default: '20000' },
    seed: { type: 'string' },
  },
});
process.exitCode = await runMocha(
  ['--require', 'dist/test/fixtures/stack.js', '--timeout', '0', 'dist/test/fuzz/*.test.js'],
  {
    ...process.env,
    AIRFLEET_FUZZ_REQUESTS: values.requests,
    AIRFLEET_FUZZ_FRAMES: values.frames,
    AIRFLEET_FUZZ_SEED: values.seed ?? String(Math.floor(Math.random() * 1e9)),
  },
);
