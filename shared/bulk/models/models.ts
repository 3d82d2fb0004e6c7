import type { Model } from 'mongoose';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import {
  bulkListSchema,
  bulkOperationSchema,
  type BulkListRecord,
  type BulkOperationRecord,
} from './bulk-operation.js';
import { selectionSchema, type SelectionRecord } from './selection.js';

/** The collections of bulk operations and of the families below. */
export interface BulkModels extends UpgradeModels {
  bulkLists: Model<BulkListRecord>;
  bulkOperations: Model<BulkOperationRecord>;
  selections: Model<SelectionRecord>;
}

export const BULK_SCHEMAS = {
  bulkLists: bulkListSchema,
  bulkOperations: bulkOperationSchema,
  selections: selectionSchema,
};
