import type { BaseDeps } from '../platform/deps.js';
import type { UpgradeStores } from './stores/stores.js';
import type { JobQueue } from './jobs/job-queue.js';

/** The dependencies of operations on upgrades. */
export interface UpgradeDeps extends BaseDeps {
  readonly stores: UpgradeStores;
}

/** The dependencies of operations that enqueue jobs. */
export interface SchedulingDeps extends UpgradeDeps {
  readonly jobs: JobQueue;
}
