import type { Env } from './env/env.js';
import type { FailpointHandler } from './failpoints.js';
import type { Log } from './observability/logger.js';
import type { Metrics } from './observability/metrics.js';

/**
 * Dependencies of every operation besides its stores. Time and randomness are injected, so that tests control
 * them.
 */
export interface BaseDeps {
  readonly env: Env;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly random: () => number;
  /** Called between two durable effects; does nothing outside tests. */
  readonly failpoint: FailpointHandler;
}
