import type { ModelsOf } from '../../platform/models/models-of.js';
import type { UcentralModels } from '../../ucentral/models/models.js';
import { openwispDeviceModel } from './openwisp-device.js';

export const OPENWISP_MODELS = {
  openwispDevices: openwispDeviceModel,
};

/** The collections of devices with openwisp-config and of the families below. */
export interface OpenwispModels extends UcentralModels, ModelsOf<typeof OPENWISP_MODELS> {}
