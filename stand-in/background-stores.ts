import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';

/** The addresses of running stores. */
export interface Addresses {
  readonly mongodbUri: string;
  readonly redisUrl: string;
}

const START_WITHIN_MS = 120_000;

/**
 * Returns the stores on a data folder and starts them if they are not running. They keep running in the background
 * until they are stopped (`pkill -f FOLDER`). Throws an error with their log if they do not start within two minutes.
 */
export async function backgroundStores(folder: string): Promise<Addresses> {
  const output = join(folder, 'addresses');
  const running = await addressesIn(output);
  if (running && (await isReachable(running))) return running;
  await mkdir(folder, { recursive: true });
  await rm(output, { force: true });
  const log = join(folder, 'log');
  const script = fileURLToPath(new URL('main.js', import.meta.url));
  spawn(process.execPath, [script, folder], {
    detached: true,
    stdio: ['ignore', openSync(output, 'w'), openSync(log, 'w')],
  }).unref();
  const limit = Date.now() + START_WITHIN_MS;
  while (Date.now() < limit) {
    const addresses = await addressesIn(output);
    if (addresses) return addresses;
    await wait(100);
  }
  throw new Error(`The stores did not start:\n${await readFile(log, 'utf8')}`);
}

async function addressesIn(path: string): Promise<Addresses | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const mongodbUri = /^MONGODB_URI=(.+)$/m.exec(text)?.[1];
  const redisUrl = /^REDIS_URL=(.+)$/m.exec(text)?.[1];
  return mongodbUri !== undefined && redisUrl !== undefined ? { mongodbUri, redisUrl } : null;
}

async function isReachable({ redisUrl }: Addresses): Promise<boolean> {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
