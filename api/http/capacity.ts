import type { Env } from '../../shared/platform/env/env.js';
import { KeyedLimiter } from '../../shared/platform/keyed-limiter.js';

export type Capacity = ReturnType<typeof createCapacity>;

/** The fraction of MAX_IN_FLIGHT that may wait under one key. */
const WAITING_SHARE = 1 / 4;
/** Leaves a second of the five within which every request is answered. */
const WAIT_MS = 4000;

/**
 * Concurrency limits of one API beyond its number of requests.
 * Sixteen concurrent operations use at most the 32 connections of the pool, because some operations need two. One
 * organisation gets at most a quarter of the operations and of the streams.
 */
export function createCapacity({ maxInFlight }: Pick<Env, 'maxInFlight'>) {
  const waits = { maxWaitingPerKey: Math.max(1, Math.floor(maxInFlight * WAITING_SHARE)), waitMs: WAIT_MS };
  return {
    /** Token look-ups, by address. */
    identifications: new KeyedLimiter({ maxRunning: 16, maxRunningPerKey: 8, ...waits }),
    /** Operations of users, by organisation. */
    operations: new KeyedLimiter({ maxRunning: 16, maxRunningPerKey: 4, ...waits }),
    /** Lists that are still being sent, by organisation. */
    streams: new KeyedLimiter({ maxRunning: 12, maxRunningPerKey: 3, ...waits }),
  };
}
