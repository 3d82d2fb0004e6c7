import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithInput } from './end-with-input.js';
import { startStores } from './start-stores.js';

/**
 * `npm run services [-- <data folder>]` runs MongoDB and Redis in the foreground until Ctrl-C. Prints their addresses
 * to standard output and its progress to standard error. The data is kept, in .airfleet by default.
 */
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const dataDir = resolve(process.argv[2] ?? join(PROJECT, '.airfleet'));

// A signal during the start ends this process, and the stores end with it.
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
