import type { ModelsOf } from '../../platform/models/models-of.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { firmwareReleaseModel } from './firmware-release.js';

export const FIRMWARE_MODELS = {
  firmwareReleases: firmwareReleaseModel,
};

/** The collections of firmware and of the families below. */
export interface FirmwareModels extends InventoryModels, ModelsOf<typeof FIRMWARE_MODELS> {}
