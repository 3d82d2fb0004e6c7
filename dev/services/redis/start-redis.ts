import { connect } from 'node:net';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installStores } from '../install/store-programs.js';
import { findProgram } from '../processes/find-program.js';
import { choosePort } from '../processes/free-port.js';
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

/** Whether Redis answers PING, which it does not while it loads its data. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const settle = (ready: boolean): void => {
      socket.destroy();
      resolve(ready);
    };
    socket.setTimeout(1_000, () => {
      settle(false);
    });
    socket.once('error', () => {
      settle(false);
    });
    socket.once('data', (answer) => {
      settle(answer.toString().startsWith('+PONG'));
    });
  });
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
    // With the default of 10 a delayed job is up to 100 ms late.
    hz: '100',
  };
  return [
    ...Object.entries(chosen).flatMap(([name, value]) => [`--${name}`, value]),
    ...(options.args ?? []),
  ];
}

async function startServer(options: StoreOptions & ServerArguments): Promise<StoreHandle> {
  const folder = join(options.dataDir, 'redis');
  await mkdir(folder, { recursive: true });
  const command = await redisProgram(options);
  const port = await choosePort(join(options.dataDir, 'redis.port'), options.port);
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
  await untilReady(redis, server, () => answersPing(port));
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
