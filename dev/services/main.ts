import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithInput } from '../end-with-input.js';
import { startStores } from './start-stores.js';

/**
 * `npm run services [-- <data folder>]`: the project's MongoDB and Redis in the foreground, until Ctrl-C.
 * Progress goes to the error output, the two addresses to the output. The data is kept in .airfleet.
 */
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const dataDir = resolve(process.argv[2] ?? join(PROJECT, '.airfleet'));

// Asked to stop while it starts, it just ends: whatever runs by then ends with it.
let stop = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stop(signal);
  });
}
endWithInput();

try {
  const stores = await startStores({
    dataDir,
    durable: true,
    testCommands: true,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`MONGODB_URI=${stores.mongodbUri}\nREDIS_URL=${stores.redisUrl}\n`);
  await new Promise<void>((asked) => {
    const keepAlive = setInterval(() => undefined, 60_000);
    stop = () => {
      clearInterval(keepAlive);
      asked();
    };
  });
  await stores.stop();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
