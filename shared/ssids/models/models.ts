import type { ModelsOf } from '../../platform/models/models-of.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { networkSsidModel } from './network-ssid.js';
import { radiusServerModel } from './radius-server.js';

export const SSIDS_MODELS = {
  networkSsids: networkSsidModel,
  radiusServers: radiusServerModel,
};

/** The collections of SSIDs and of the families below. */
export interface SsidModels extends InventoryModels, ModelsOf<typeof SSIDS_MODELS> {}
