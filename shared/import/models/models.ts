import type { SsidModels } from '../../ssids/models/models.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';

/** The collections that a fleet file writes. */
export interface ImportModels extends SsidModels, UpgradeModels {}
