import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { tryLock } from './lock-file.mjs';

/** The addresses of running stores. */
export interface Addresses {
  readonly mongodbUri: string;
  readonly redisUrl: string;
}

const START_WITHIN_MS = 120_000;

const COMPILED = fileURLToPath(new URL('.', import.meta.url));

/**
 * Returns the stores on a data folder. Starts them if they are not running, and starts them again if they are of another
 * build. They keep running in the background until they are stopped (`pkill -f FOLDER`). Throws an error with their log
 * if they do not start within two minutes.
 */
export async function backgroundStores(folder: string): Promise<Addresses> {
  const output = join(folder, 'addresses');
  const startedBuild = join(folder, 'build');
  const build = await buildHash();
  const running = await addressesIn(output);
  if (running && (await isReachable(running))) {
    if ((await readFile(startedBuild, 'utf8').catch(() => null)) === build) return running;
    for (const store of ['mongodb', 'redis']) await stopHolder(join(folder, `${store}.lock`));
  }
  await mkdir(folder, { recursive: true });
  await rm(output, { force: true });
  await writeFile(startedBuild, build);
  const log = join(folder, 'log');
  spawn(process.execPath, [join(COMPILED, 'main.js'), folder], {
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

/** A hash of the compiled files that stores are started from. */
async function buildHash(): Promise<string> {
  const names = await readdir(COMPILED, { recursive: true });
  const used = names.filter((name) => name.endsWith('js') && !/^(?:test|conformance)\b/.test(name));
  const hash = createHash('sha256');
  for (const name of used.sort()) hash.update(name).update(await readFile(join(COMPILED, name)));
  return hash.digest('hex');
}

/** Stops the stores that hold a lock, and waits until they have released it. */
async function stopHolder(path: string): Promise<void> {
  const limit = Date.now() + START_WITHIN_MS;
  for (let lock = tryLock(path); ; lock = tryLock(path)) {
    if (lock.release) {
      lock.release();
      return;
    }
    if (Date.now() > limit) throw new Error(`The stores of process ${lock.heldBy} do not stop`);
    process.kill(lock.heldBy, 'SIGTERM');
    await wait(100);
  }
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
