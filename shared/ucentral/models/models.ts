import type { ModelsOf } from '../../platform/models/models-of.js';
import type { RolloutModels } from '../../rollouts/models/models.js';
import { ucentralAuthorityModel, ucentralTrustModel } from './ucentral-authority.js';
import { ucentralDeviceModel } from './ucentral-device.js';

export const UCENTRAL_MODELS = {
  ucentralAuthorities: ucentralAuthorityModel,
  ucentralDevices: ucentralDeviceModel,
  ucentralTrust: ucentralTrustModel,
};

/** The collections of uCentral and of the families below. */
export interface UcentralModels extends RolloutModels, ModelsOf<typeof UCENTRAL_MODELS> {}
