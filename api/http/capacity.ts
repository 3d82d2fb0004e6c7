import type { Env } from '../../shared/platform/env/env.js';
import { KeyedLimiter } from '../../shared/platform/keyed-limiter.js';

/** Concurrency limits of one API beyond its number of requests. */
export interface Capacity {
  /** Token look-ups, by address. */
  readonly identifications: KeyedLimiter<string>;
  /** Operations of users, by organisation. */
  readonly operations: KeyedLimiter<number>;
  /** Lists that are still being sent, by organisation. */
  readonly streams: KeyedLimiter<number>;
}

/** The fraction of MAX_IN_FLIGHT that may wait under one key. */
const WAITING_SHARE = 1 / 4;
/** Leaves a second of the five within which every request is answered. */
const WAIT_MS = 4000;

/**
 * Sixteen concurrent operations use at most the 32 connections of the pool, because some operations need two. One
 * organisation gets at most a quarter of the operations and of the streams.
 */
export function createCapacity({ maxInFlight }: Pick<Env, 'maxInFlight'>): Capacity {
  const waits = { maxWaitingPerKey: Math.max(1, Math.floor(maxInFlight * WAITING_SHARE)), waitMs: WAIT_MS };
  return {
    identifications: new KeyedLimiter({ maxRunning: 16, maxRunningPerKey: 8, ...waits }),
    operations: new KeyedLimiter({ maxRunning: 16, maxRunningPerKey: 4, ...waits }),
    streams: new KeyedLimiter({ maxRunning: 12, maxRunningPerKey: 3, ...waits }),
  };
}
