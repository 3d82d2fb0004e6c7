import type { Model } from 'mongoose';
import type { AccessModels } from '../../access/models/models.js';
import type { ConfigurationRecordModels } from '../../configuration/records/models/models.js';
import { deviceSchema, type DeviceRecord } from './device.js';
import { deviceEventSchema, type DeviceEventRecord } from './device-event.js';
import { deviceRefreshSchema, type DeviceRefreshRecord } from './device-refresh.js';
import { deviceStateSchema, type DeviceStateRecord } from './device-state.js';
import { firmwareRevisionSchema, type FirmwareRevisionRecord } from './firmware-revision.js';
import { hardwarePartSchema, type HardwarePartRecord } from './hardware-part.js';
import { initTemplateSchema, type InitTemplateRecord } from './init-template.js';
import { masterDeviceSchema, type MasterDeviceRecord } from './master-device.js';
import { networkSchema, type NetworkRecord } from './network.js';
import { switchConfigurationSchema, type SwitchConfigurationRecord } from './switch-configuration.js';
import { tagSchema, type TagRecord } from './tag.js';
import { uplinkSchema, type UplinkRecord } from './uplink.js';

/** The collections of the inventory and of the families below. */
export interface InventoryModels extends AccessModels, ConfigurationRecordModels {
  devices: Model<DeviceRecord>;
  deviceEvents: Model<DeviceEventRecord>;
  deviceRefreshes: Model<DeviceRefreshRecord>;
  deviceStates: Model<DeviceStateRecord>;
  firmwareRevisions: Model<FirmwareRevisionRecord>;
  hardwareParts: Model<HardwarePartRecord>;
  initTemplates: Model<InitTemplateRecord>;
  masterInventory: Model<MasterDeviceRecord>;
  networks: Model<NetworkRecord>;
  switchConfigurations: Model<SwitchConfigurationRecord>;
  tags: Model<TagRecord>;
  uplinks: Model<UplinkRecord>;
}

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
