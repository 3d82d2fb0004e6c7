import type { Model } from 'mongoose';
import type { SsidModels } from '../../ssids/models/models.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import { unfinishedImportSchema, type UnfinishedImportRecord } from './unfinished-import.js';

/** The collections that a fleet file writes. */
export interface ImportModels extends SsidModels, UpgradeModels {
  unfinishedImports: Model<UnfinishedImportRecord>;
}

export const IMPORT_SCHEMAS = {
  unfinishedImports: unfinishedImportSchema,
};
