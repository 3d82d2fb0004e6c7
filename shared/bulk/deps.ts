import type { SearchStores } from '../search/deps.js';
import type { Transact } from '../platform/mongo/transaction.js';
import type { BulkModels } from './models/models.js';
import { createBulkCanaryStore } from './stores/bulk-canary-store.js';
import { createBulkOperationStore } from './stores/bulk-operation-store.js';
import { createBulkStageStore } from './stores/bulk-stage-store.js';
import { createDeviceChangeStore } from './stores/device-change-store.js';
import { createSelectionStore } from './stores/selection-store.js';
import type { BaseDeps } from '../platform/deps.js';
import type { JobQueue } from '../upgrades/jobs/job-queue.js';

export function createBulkStores(models: BulkModels, transact: Transact) {
  return {
    bulkCanaries: createBulkCanaryStore(models),
    bulkOperations: createBulkOperationStore(models),
    bulkStages: createBulkStageStore(models),
    deviceChanges: createDeviceChangeStore(models, transact),
    selections: createSelectionStore(models),
  };
}

/** The stores of bulk operations and of the families below. */
export interface BulkStores extends SearchStores, ReturnType<typeof createBulkStores> {}

/** What bulk operations may use. */
export interface BulkDeps extends BaseDeps<BulkStores> {
  readonly jobs: JobQueue;
}
