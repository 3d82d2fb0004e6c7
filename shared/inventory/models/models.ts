import type { ModelsOf } from '../../platform/models/models-of.js';
import type { AccessModels } from '../../access/models/models.js';
import type { ConfigurationRecordModels } from '../../configuration/records/models/models.js';
import { deviceSchema } from './device.js';
import { deviceEventSchema } from './device-event.js';
import { deviceRefreshSchema } from './device-refresh.js';
import { deviceStateSchema } from './device-state.js';
import { firmwareRevisionSchema } from './firmware-revision.js';
import { hardwarePartSchema } from './hardware-part.js';
import { initTemplateSchema } from './init-template.js';
import { masterDeviceSchema } from './master-device.js';
import { networkSchema } from './network.js';
import { switchConfigurationSchema } from './switch-configuration.js';
import { tagSchema } from './tag.js';
import { uplinkSchema } from './uplink.js';

export const INVENTORY_SCHEMAS = {
  devices: deviceSchema,
  deviceEvents: deviceEventSchema,
  deviceRefreshes: deviceRefreshSchema,
  deviceStates: deviceStateSchema,
  firmwareRevisions: firmwareRevisionSchema,
  hardwareParts: hardwarePartSchema,
  initTemplates: initTemplateSchema,
  masterInventory: masterDeviceSchema,
  networks: networkSchema,
  switchConfigurations: switchConfigurationSchema,
  tags: tagSchema,
  uplinks: uplinkSchema,
};

/** The collections of the inventory and of the families below. */
export interface InventoryModels
  extends AccessModels, ConfigurationRecordModels, ModelsOf<typeof INVENTORY_SCHEMAS> {}
