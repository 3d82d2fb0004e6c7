import type { ModelsOf } from '../../platform/models/models-of.js';
import type { AccessModels } from '../../access/models/models.js';
import type { ConfigurationRecordModels } from '../../configuration/records/models/models.js';
import { deviceModel } from './device.js';
import { deviceEventModel } from './device-event.js';
import { devicePointsModel } from './device-points.js';
import { deviceRefreshModel } from './device-refresh.js';
import { deviceStateModel } from './device-state.js';
import { firmwareRevisionModel } from './firmware-revision.js';
import { hardwarePartModel } from './hardware-part.js';
import { initTemplateModel } from './init-template.js';
import { masterDeviceModel } from './master-device.js';
import { networkModel } from './network.js';
import { switchConfigurationModel } from './switch-configuration.js';
import { tagModel } from './tag.js';
import { uplinkModel } from './uplink.js';

export const INVENTORY_MODELS = {
  devices: deviceModel,
  deviceEvents: deviceEventModel,
  devicePoints: devicePointsModel,
  deviceRefreshes: deviceRefreshModel,
  deviceStates: deviceStateModel,
  firmwareRevisions: firmwareRevisionModel,
  hardwareParts: hardwarePartModel,
  initTemplates: initTemplateModel,
  masterInventory: masterDeviceModel,
  networks: networkModel,
  switchConfigurations: switchConfigurationModel,
  tags: tagModel,
  uplinks: uplinkModel,
};

/** The collections of the inventory and of the families below. */
export interface InventoryModels
  extends AccessModels, ConfigurationRecordModels, ModelsOf<typeof INVENTORY_MODELS> {}
