import type { Worker } from 'bullmq';
import type { RedisClient } from '../shared/platform/redis/redis.js';
import { succeedsInTime } from '../shared/platform/observability/with-timeout.js';

/** A job under way gets so long; one that takes longer is given to another worker when its lock runs out. */
const JOBS_MS = 10_000;
const DISCONNECT_MS = 1000;

/**
 * Takes no more jobs, lets those under way end and lets go of Redis. With Redis away it does not wait: BullMQ would,
 * for as long as it takes, and nobody could take note of a finished job anyway.
 */
export async function closeWorker(worker: Worker, redis: RedisClient): Promise<void> {
  const redisIsAway = redis.status !== 'ready';
  if (await succeedsInTime(() => worker.close(redisIsAway), JOBS_MS)) return;
  await succeedsInTime(() => worker.disconnect(), DISCONNECT_MS);
}
