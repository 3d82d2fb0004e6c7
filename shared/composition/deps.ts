import type { Env } from '../platform/env/env.js';
import type { Reach } from '../platform/failpoints.js';
import type { JobQueue } from '../upgrades/jobs/job-queue.js';
import type { Log } from '../platform/observability/logger.js';
import type { Metrics } from '../platform/observability/metrics.js';
import type { createStores, Stores } from './stores.js';

/** What an operation may use. Time and chance come from outside, so that tests own them. */
export interface Deps {
  readonly env: Env;
  readonly stores: Stores;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly random: () => number;
  /** Called between two durable effects; does nothing outside tests. */
  readonly reach: Reach;
}

/** What operations need that put work into the queue. */
export interface SchedulingDeps extends Deps {
  readonly jobs: JobQueue;
}

/** What a process may be started with in place of its own; tests make use of it. */
export interface StartOverrides extends Partial<Pick<Deps, 'now' | 'random' | 'reach'>> {
  readonly createStores?: typeof createStores;
}
