import type { ModelsOf } from '../../platform/models/models-of.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { networkSsidSchema } from './network-ssid.js';

export const SSIDS_SCHEMAS = {
  networkSsids: networkSsidSchema,
};

/** The collections of SSIDs and of the families below. */
export interface SsidModels extends InventoryModels, ModelsOf<typeof SSIDS_SCHEMAS> {}
