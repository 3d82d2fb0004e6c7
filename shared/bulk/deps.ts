import type { BaseDeps } from '../platform/deps.js';
import type { JobQueue } from '../upgrades/jobs/job-queue.js';
import type { BulkStores } from './stores/stores.js';

/** What bulk operations may use. */
export interface BulkDeps extends BaseDeps {
  readonly stores: BulkStores;
  readonly jobs: JobQueue;
}
