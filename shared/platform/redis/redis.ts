import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from '../env/redis-address.js';
import type { Log } from '../observability/logger.js';

/** A connection to wherever Redis is. Commands that name several keys must name keys of one hash tag. */
export type RedisClient = Redis | Cluster;

const CONNECT_MS = 2000;

/** At most this long between two attempts: a worker is back soon after Redis is. */
const reconnect = (attempt: number): number => Math.min(attempt * 100, 2000);

interface ConnectionTimeouts extends Pick<
  RedisOptions,
  'maxRetriesPerRequest' | 'commandTimeout' | 'socketTimeout'
> {
  readonly enableOfflineQueue: boolean;
}

const SILENT_MS = 2000;
/** BullMQ asks for a job and waits ten seconds for the answer; a connection that says nothing for longer is dead. */
const WORKER_SILENT_MS = 15_000;

function connect(
  address: RedisAddress,
  { enableOfflineQueue, ...patience }: ConnectionTimeouts,
): RedisClient {
  const shared = { connectTimeout: CONNECT_MS, ...patience };
  const single = { ...shared, enableOfflineQueue, retryStrategy: reconnect };
  if (address.kind === 'server') return new Redis(address.url, single);
  const { places, login, tls } = address;
  const secure = tls ? { tls: {} } : {};
  if (address.kind === 'sentinels') {
    const sentinels = { sentinels: [...places], name: address.name, sentinelRetryStrategy: reconnect };
    return new Redis({ ...single, ...login, ...secure, ...sentinels, enableTLSForSentinelMode: tls });
  }
  return new Cluster([...places], {
    enableOfflineQueue,
    clusterRetryStrategy: reconnect,
    redisOptions: { ...shared, ...login, ...secure },
    // A certificate is checked against the name that the cluster gives, not against an address.
    ...(tls
      ? {
          dnsLookup: (name, found) => {
            found(null, name);
          },
        }
      : {}),
  });
}

function open(address: RedisAddress, patience: ConnectionTimeouts, log: Log): RedisClient {
  const redis = connect(address, patience);
  redis.on('error', (error: unknown) => {
    log.debug({ err: error }, 'Redis connection error');
  });
  return redis;
}

/**
 * For requests: a command fails within two seconds instead of waiting for a Redis that is away. One that has said
 * nothing for so long counts as away until it answers again, so that a request waits for it once and not at each step.
 */
export function openRequestRedis(address: RedisAddress, log: Log): RedisClient {
  const patience = { maxRetriesPerRequest: 1, commandTimeout: SILENT_MS, socketTimeout: SILENT_MS };
  return open(address, { ...patience, enableOfflineQueue: false }, log);
}

/**
 * For workers: commands wait until Redis is back (BullMQ blocks on them). A connection that goes silent while a
 * command waits is replaced, also when its other end never closes it, and the command is sent again.
 */
export function openWorkerRedis(address: RedisAddress, log: Log): RedisClient {
  const patience = { maxRetriesPerRequest: null, socketTimeout: WORKER_SILENT_MS };
  return open(address, { ...patience, enableOfflineQueue: true }, log);
}

/** Lets go at once; commands under way fail. */
export function closeRedis(redis: RedisClient): Promise<void> {
  redis.disconnect();
  return Promise.resolve();
}
