import { Redis, type RedisOptions } from 'ioredis';
import type { Log } from '../observability/logger.js';

/** At most this long between two attempts: a worker is back soon after Redis is. */
const reconnect = (attempt: number): number => Math.min(attempt * 100, 2000);

type Patience = Pick<RedisOptions, 'maxRetriesPerRequest' | 'enableOfflineQueue' | 'commandTimeout'>;

function open(url: string, options: Patience, log: Log): Redis {
  const redis = new Redis(url, { retryStrategy: reconnect, connectTimeout: 2000, ...options });
  redis.on('error', (error: unknown) => {
    log.debug({ err: error }, 'Redis connection error');
  });
  return redis;
}

/** For requests: a command fails within two seconds instead of waiting for a Redis that is away. */
export function openRequestRedis(url: string, log: Log): Redis {
  return open(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 2000 }, log);
}

/** For workers: commands wait until Redis is back (BullMQ blocks on them). */
export function openWorkerRedis(url: string, log: Log): Redis {
  return open(url, { maxRetriesPerRequest: null }, log);
}

/** Lets go at once; commands under way fail. */
export function closeRedis(redis: Redis): Promise<void> {
  redis.disconnect();
  return Promise.resolve();
}
