import type { Env } from '../../shared/platform/env/env.js';
import { FairQueue } from './fair-queue.js';

/** What bounds the work of one API beyond its number of requests. */
export interface Admission {
  /** Token look-ups, by address. */
  readonly identifications: FairQueue<string>;
  /** Operations of users, by organisation. */
  readonly operations: FairQueue<number>;
  /** Lists that are still being read by their clients, by organisation. */
  readonly streams: FairQueue<number>;
}

/** Of the requests in flight, how many of one key may wait: a quarter leaves room for others. */
const WAITING_SHARE = 4;
/** An answer is due within five seconds. */
const WAIT_MS = 4000;

/**
 * Sixteen operations at once are half as many as there are connections to the database, because some use two. One
 * organisation holds at most four of these places, and at most three of the twelve for streams.
 */
export function createAdmission({ maxInFlight }: Pick<Env, 'maxInFlight'>): Admission {
  const patience = { waiting: Math.max(1, Math.floor(maxInFlight / WAITING_SHARE)), waitMs: WAIT_MS };
  return {
    identifications: new FairQueue({ atOnce: 16, share: 8, ...patience }),
    operations: new FairQueue({ atOnce: 16, share: 4, ...patience }),
    streams: new FairQueue({ atOnce: 12, share: 3, ...patience }),
  };
}
