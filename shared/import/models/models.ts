import type { ModelsOf } from '../../platform/models/models-of.js';
import type { SsidModels } from '../../ssids/models/models.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import { unfinishedImportModel } from './unfinished-import.js';

export const IMPORT_MODELS = {
  unfinishedImports: unfinishedImportModel,
};

/** The collections that a fleet file writes. */
export interface ImportModels extends SsidModels, UpgradeModels, ModelsOf<typeof IMPORT_MODELS> {}
