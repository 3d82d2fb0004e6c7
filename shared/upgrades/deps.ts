import type { BaseDeps } from '../platform/deps.js';
import type { UpgradeStores } from './stores/stores.js';
import type { JobQueue } from './jobs/job-queue.js';

/** What operations on upgrades may use. */
export interface UpgradeDeps extends BaseDeps {
  readonly stores: UpgradeStores;
}

/** What operations need that put work into the queue. */
export interface SchedulingDeps extends UpgradeDeps {
  readonly jobs: JobQueue;
}
