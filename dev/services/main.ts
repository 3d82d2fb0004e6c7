import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStores } from './start-stores.js';

/**
 * `npm run services [-- <data folder>]`: the project's MongoDB and Redis in the foreground, until Ctrl-C.
 * Progress goes to the error output, the two addresses to the output. The data is kept in .airfleet.
 */
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const dataDir = resolve(process.argv[2] ?? join(PROJECT, '.airfleet'));

// Asked to stop while it starts, it stops as soon as it is up.
let stopAsked: () => void = () => undefined;
const asked = new Promise<void>((resolve) => {
  stopAsked = resolve;
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAsked);

try {
  const stores = await startStores({
    dataDir,
    durable: true,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`MONGODB_URI=${stores.mongodbUri}\nREDIS_URL=${stores.redisUrl}\n`);
  const keepAlive = setInterval(() => undefined, 60_000);
  await asked;
  clearInterval(keepAlive);
  await stores.stop();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
