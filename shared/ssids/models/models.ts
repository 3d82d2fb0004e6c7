import type { Model } from 'mongoose';
import type { InventoryModels } from '../../inventory/models/models.js';
import { networkSsidSchema, type NetworkSsidRecord } from './network-ssid.js';

/** The collections of SSIDs and of the families below. */
export interface SsidModels extends InventoryModels {
  networkSsids: Model<NetworkSsidRecord>;
}

export const SSIDS_SCHEMAS = {
  networkSsids: networkSsidSchema,
};
