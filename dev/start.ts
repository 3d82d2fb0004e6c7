import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Closing } from '../shared/platform/observability/closing.js';
import { createLogger } from '../shared/platform/observability/logger.js';
import { endWithInput } from '../stand-in/end-with-input.js';
import { runDemo } from './demo/run-demo.js';
import { Screen } from './demo/screen.js';

/**
 * The entry of `npm start` and `npm run dev`: runs the demo until Ctrl-C, then stops its parts in reverse order.
 * `--watch` restarts the API and the worker when a source changes.
 */
const DIST = fileURLToPath(new URL('../', import.meta.url));
// npm, the bootstrap and the terminal may each forward the same Ctrl-C.
const SAME_SIGNAL_MS = 2000;

const { values } = parseArgs({
  options: { data: { type: 'string' }, watch: { type: 'boolean', default: false } },
});
const dataDir = resolve(values.data ?? join(DIST, '..', '.airfleet'));
const screen = new Screen();
const closing = new Closing();
const stopping = new AbortController();
let stopRequestedAt = 0;
let isUp = false;

async function stop(exitCode: number): Promise<never> {
  stopping.abort();
  await closing.run(createLogger('error', 'start'));
  process.exit(exitCode);
}

function fail(error: unknown): void {
  screen.end();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  void stop(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C exits at once; child processes end with this one.
    if (stopRequestedAt > 0 && Date.now() - stopRequestedAt > SAME_SIGNAL_MS) process.exit(1);
    if (stopRequestedAt > 0) return;
    stopRequestedAt = Date.now();
    screen.end();
    screen.print(isUp ? 'Stopping; the data is kept' : 'Stopping');
    void stop(0);
  });
}
endWithInput();

try {
  const place = { dist: DIST, dataDir, env: process.env, watch: values.watch };
  await runDemo(place, screen, closing, stopping.signal, fail);
  isUp = true;
} catch (error) {
  if (!stopping.signal.aborted) fail(error);
}
