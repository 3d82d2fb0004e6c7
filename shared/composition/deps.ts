import type { BaseDeps } from '../platform/deps.js';
import type { JobQueue } from '../upgrades/jobs/job-queue.js';
import type { createStores, Stores } from './stores.js';

/** What a process gives its operations: the stores of every family, and the queue. */
export interface Deps extends BaseDeps {
  readonly stores: Stores;
  readonly jobs: JobQueue;
}

/** What a process may be started with in place of its own; tests make use of it. */
export interface StartOverrides extends Partial<Pick<BaseDeps, 'now' | 'random' | 'failpoint'>> {
  readonly createStores?: typeof createStores;
}
