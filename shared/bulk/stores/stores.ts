import type { SearchStores } from '../../search/stores/stores.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { BulkModels } from '../models/models.js';
import { createBulkOperationStore, type BulkOperationStore } from './bulk-operation-store.js';
import { createDeviceTagStore, type DeviceTagStore } from './device-tag-store.js';
import { createSelectionStore, type SelectionStore } from './selection-store.js';

/** The stores of bulk operations and of the families below. */
export interface BulkStores extends SearchStores {
  readonly bulkOperations: BulkOperationStore;
  readonly deviceTags: DeviceTagStore;
  readonly selections: SelectionStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createBulkStores(
  models: BulkModels,
  transact: Transact,
): Omit<BulkStores, keyof SearchStores> {
  return {
    bulkOperations: createBulkOperationStore(models),
    deviceTags: createDeviceTagStore(models, transact),
    selections: createSelectionStore(models),
  };
}
