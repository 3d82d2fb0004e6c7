import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { installStores } from '../install/store-programs.js';
import { findProgram } from '../processes/find-program.js';
import { startOnPort } from '../processes/free-port.js';
import { supervise, untilReady } from '../processes/supervise.js';
import type { StartOptions, StoreHandle, StoreOptions } from '../store-handle.js';
import { withDataLock } from '../with-data-lock.js';

export interface RedisHandle extends StoreHandle {
  readonly url: string;
}

interface ServerArguments {
  /** More arguments for the server, such as `['--maxmemory', '5mb']`. They override the defaults. */
  readonly args?: readonly string[];
}

export type RedisOptions = StartOptions & ServerArguments;

const NONE = [
  'No Redis could be started. Do one of the following:',
  '  1. set REDIS_URL to a running Redis;',
  '  2. install Redis or Valkey, so that redis-server or valkey-server is on the PATH;',
  '  3. use Debian with a reachable package archive (Redis is fetched from it, without root).',
].join('\n');

async function redisProgram(options: StoreOptions): Promise<string> {
  const installed = await findProgram(['redis-server', 'valkey-server'], options.env);
  if (installed !== undefined) return installed;
  try {
    return (await installStores(options)).redisServer;
  } catch (error) {
    throw new Error(`${NONE}\nAttempts: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Whether the Redis of this folder answers PING, which it does not while it loads its data. Another program may have
 * taken the port before it.
 */
export async function isReady(port: number, folder: string): Promise<boolean> {
  const client = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: null,
    connectTimeout: 1_000,
    commandTimeout: 1_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    const [, dir] = await client.config('GET', 'dir');
    return dir === folder;
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

function settings(options: StoreOptions & ServerArguments, port: number, folder: string): string[] {
  const chosen: Record<string, string> = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: options.durable ? 'yes' : 'no',
    save: '',
    // Never evicts keys of the queue.
    'maxmemory-policy': 'noeviction',
    // With the default of 10 a delayed job is up to 100 ms late; 100 takes 0.6 % of a processor while idle.
    hz: '40',
  };
  return [
    ...Object.entries(chosen).flatMap(([name, value]) => [`--${name}`, value]),
    ...(options.args ?? []),
  ];
}

async function startServer(options: StoreOptions & ServerArguments): Promise<StoreHandle> {
  const made = join(options.dataDir, 'redis');
  await mkdir(made, { recursive: true });
  const folder = await realpath(made);
  const command = await redisProgram(options);
  return startOnPort(join(options.dataDir, 'redis.port'), options.port, (port) =>
    startOn(port, command, folder, options),
  );
}

async function startOn(
  port: number,
  command: string,
  folder: string,
  options: StoreOptions & ServerArguments,
): Promise<StoreHandle> {
  const server = {
    name: 'Redis',
    command,
    args: settings(options, port, folder),
    env: options.env,
    stopSignal: 'SIGTERM' as const,
    pidFile: join(options.dataDir, 'redis.pid'),
    logFile: join(options.dataDir, 'redis.log'),
  };
  const redis = await supervise(server);
  await untilReady(redis, server, () => isReady(port, folder));
  return {
    port,
    stop: () => redis.stop(),
    kill: () => redis.kill(),
    pause: () => redis.pause(),
    resume: () => redis.resume(),
  };
}

/**
 * Starts a Redis on the loopback address: the one on the PATH, else the one that is installed with DocumentDB. Throws
 * an error that lists the alternatives if there is none.
 */
export async function startRedis(options: RedisOptions): Promise<RedisHandle> {
  const store = await withDataLock('Redis', options, startServer);
  return { ...store, url: `redis://127.0.0.1:${store.port}` };
}
