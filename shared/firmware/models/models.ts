import type { Model } from 'mongoose';
import type { InventoryModels } from '../../inventory/models/models.js';
import { firmwareReleaseSchema, type FirmwareReleaseRecord } from './firmware-release.js';

/** The collections of firmware and of the families below. */
export interface FirmwareModels extends InventoryModels {
  firmwareReleases: Model<FirmwareReleaseRecord>;
}

export const FIRMWARE_SCHEMAS = {
  firmwareReleases: firmwareReleaseSchema,
};
