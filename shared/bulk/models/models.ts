import type { ModelsOf } from '../../platform/models/models-of.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import { bulkListSchema, bulkOperationSchema } from './bulk-operation.js';
import { selectionSchema } from './selection.js';

export const BULK_SCHEMAS = {
  bulkLists: bulkListSchema,
  bulkOperations: bulkOperationSchema,
  selections: selectionSchema,
};

/** The collections of bulk operations and of the families below. */
export interface BulkModels extends UpgradeModels, ModelsOf<typeof BULK_SCHEMAS> {}
