import type { Connection, Model, Schema } from 'mongoose';
import { accessTokenSchema, type AccessTokenRecord } from '../access/models/access-token.js';
import { counterSchema, type CounterRecord } from '../platform/models/counter.js';
import { deletedUpgradeSchema, type DeletedUpgradeRecord } from '../upgrades/models/deleted-upgrade.js';
import { deviceSchema, type DeviceRecord } from '../inventory/models/device.js';
import { deviceStateSchema, type DeviceStateRecord } from '../inventory/models/device-state.js';
import { firmwareReleaseSchema, type FirmwareReleaseRecord } from '../upgrades/models/firmware-release.js';
import { firmwareRevisionSchema, type FirmwareRevisionRecord } from '../inventory/models/firmware-revision.js';
import { hardwarePartSchema, type HardwarePartRecord } from '../inventory/models/hardware-part.js';
import { initTemplateSchema, type InitTemplateRecord } from '../inventory/models/init-template.js';
import { lockSchema, type LockRecord } from '../platform/models/lock.js';
import { masterDeviceSchema, type MasterDeviceRecord } from '../inventory/models/master-device.js';
import { migrationSchema, type MigrationRecord } from '../platform/models/migration.js';
import { networkSchema, type NetworkRecord } from '../inventory/models/network.js';
import { networkSsidSchema, type NetworkSsidRecord } from '../ssids/models/network-ssid.js';
import { operatorSchema, type OperatorRecord } from '../access/models/operator.js';
import { organisationSchema, type OrganisationRecord } from '../access/models/organisation.js';
import { scheduleSchema, type ScheduleRecord } from '../upgrades/models/schedule.js';
import { switchConfigurationSchema, type SwitchConfigurationRecord } from '../inventory/models/switch-configuration.js';
import { tagSchema, type TagRecord } from '../inventory/models/tag.js';
import { upgradeSchema, type UpgradeRecord } from '../upgrades/models/upgrade.js';
import { uplinkSchema, type UplinkRecord } from '../inventory/models/uplink.js';
import { limitTime } from '../platform/mongo/time-limit.js';
import { userSchema, type UserRecord } from '../access/models/user.js';

/** Every collection, once. */
export interface Models {
  accessTokens: Model<AccessTokenRecord>;
  counters: Model<CounterRecord>;
  deletedUpgrades: Model<DeletedUpgradeRecord>;
  devices: Model<DeviceRecord>;
  deviceStates: Model<DeviceStateRecord>;
  firmwareReleases: Model<FirmwareReleaseRecord>;
  firmwareRevisions: Model<FirmwareRevisionRecord>;
  hardwareParts: Model<HardwarePartRecord>;
  initTemplates: Model<InitTemplateRecord>;
  locks: Model<LockRecord>;
  masterInventory: Model<MasterDeviceRecord>;
  migrations: Model<MigrationRecord>;
  networks: Model<NetworkRecord>;
  networkSsids: Model<NetworkSsidRecord>;
  operators: Model<OperatorRecord>;
  organisations: Model<OrganisationRecord>;
  schedules: Model<ScheduleRecord>;
  switchConfigurations: Model<SwitchConfigurationRecord>;
  tags: Model<TagRecord>;
  upgrades: Model<UpgradeRecord>;
  uplinks: Model<UplinkRecord>;
  users: Model<UserRecord>;
}

const SCHEMAS: { readonly [K in keyof Models]: Schema } = {
  accessTokens: accessTokenSchema,
  counters: counterSchema,
  deletedUpgrades: deletedUpgradeSchema,
  devices: deviceSchema,
  deviceStates: deviceStateSchema,
  firmwareReleases: firmwareReleaseSchema,
  firmwareRevisions: firmwareRevisionSchema,
  hardwareParts: hardwarePartSchema,
  initTemplates: initTemplateSchema,
  locks: lockSchema,
  masterInventory: masterDeviceSchema,
  migrations: migrationSchema,
  networks: networkSchema,
  networkSsids: networkSsidSchema,
  operators: operatorSchema,
  organisations: organisationSchema,
  schedules: scheduleSchema,
  switchConfigurations: switchConfigurationSchema,
  tags: tagSchema,
  upgrades: upgradeSchema,
  uplinks: uplinkSchema,
  users: userSchema,
};

for (const schema of Object.values(SCHEMAS)) schema.plugin(limitTime);

/** Binds every model to one connection; no I/O. */
export function bindModels(connection: Connection): Models {
  const bound = Object.entries(SCHEMAS).map(([name, schema]) => [name, connection.model(name, schema)]);
  return Object.fromEntries(bound) as Models;
}
