import type { ModelsOf } from '../../platform/models/models-of.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import { bulkCanaryModel } from './bulk-canary.js';
import { bulkListModel, bulkOperationModel } from './bulk-operation.js';
import { selectionModel } from './selection.js';

export const BULK_MODELS = {
  bulkCanaries: bulkCanaryModel,
  bulkLists: bulkListModel,
  bulkOperations: bulkOperationModel,
  selections: selectionModel,
};

/** The collections of bulk operations and of the families below. */
export interface BulkModels extends UpgradeModels, ModelsOf<typeof BULK_MODELS> {}
