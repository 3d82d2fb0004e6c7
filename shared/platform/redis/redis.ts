import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from '../env/redis-address.js';
import type { Log } from '../observability/logger.js';

/** A connection to Redis. Commands with several keys must use keys of one hash tag. */
export type RedisClient = Redis | Cluster;

const CONNECT_MS = 2000;

/** The delay between attempts, at most two seconds, so that a worker reconnects soon after Redis is back. */
const reconnect = (attempt: number): number => Math.min(attempt * 100, 2000);

interface ConnectionTimeouts extends Pick<
  RedisOptions,
  'maxRetriesPerRequest' | 'commandTimeout' | 'socketTimeout'
> {
  readonly enableOfflineQueue: boolean;
}

const SILENT_MS = 2000;
/** Longer than BullMQ's ten-second wait for a job; a connection silent for longer is dead. */
const WORKER_SILENT_MS = 15_000;

function connect(
  address: RedisAddress,
  { enableOfflineQueue, ...timeouts }: ConnectionTimeouts,
): RedisClient {
  const shared = { connectTimeout: CONNECT_MS, ...timeouts };
  const single = { ...shared, enableOfflineQueue, retryStrategy: reconnect };
  if (address.kind === 'server') return new Redis(address.url, single);
  const { nodes, login, tls } = address;
  const secure = tls ? { tls: {} } : {};
  if (address.kind === 'sentinels') {
    const sentinels = { sentinels: [...nodes], name: address.name, sentinelRetryStrategy: reconnect };
    return new Redis({ ...single, ...login, ...secure, ...sentinels, enableTLSForSentinelMode: tls });
  }
  return new Cluster([...nodes], {
    enableOfflineQueue,
    clusterRetryStrategy: reconnect,
    redisOptions: { ...shared, ...login, ...secure },
    // Certificates are checked against the host name that the cluster announces, not its address.
    ...(tls
      ? {
          dnsLookup: (name, found) => {
            found(null, name);
          },
        }
      : {}),
  });
}

function open(address: RedisAddress, timeouts: ConnectionTimeouts, log: Log): RedisClient {
  const redis = connect(address, timeouts);
  redis.on('error', (error: unknown) => {
    log.debug({ err: error }, 'Redis connection error');
  });
  return redis;
}

/**
 * For requests: a command fails within two seconds when Redis is unreachable. A silent connection counts as
 * unreachable until Redis answers again, so that a request waits once and not for every command.
 */
export function openRequestRedis(address: RedisAddress, log: Log): RedisClient {
  const timeouts = { maxRetriesPerRequest: 1, commandTimeout: SILENT_MS, socketTimeout: SILENT_MS };
  return open(address, { ...timeouts, enableOfflineQueue: false }, log);
}

/**
 * For workers: commands wait until Redis is back, as BullMQ requires. A connection that is silent while a command
 * waits is replaced and the command is sent again.
 */
export function openWorkerRedis(address: RedisAddress, log: Log): RedisClient {
  const timeouts = { maxRetriesPerRequest: null, socketTimeout: WORKER_SILENT_MS };
  return open(address, { ...timeouts, enableOfflineQueue: true }, log);
}

/** For messages: it sends nothing but its subscriptions, which it repeats when Redis is back. */
export function openListeningRedis(address: RedisAddress, log: Log): RedisClient {
  return open(address, { maxRetriesPerRequest: null, enableOfflineQueue: true }, log);
}

/** Disconnects at once; pending commands fail. */
export function closeRedis(redis: RedisClient): Promise<void> {
  redis.disconnect();
  return Promise.resolve();
}
