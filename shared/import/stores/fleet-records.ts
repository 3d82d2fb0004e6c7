import type { AccessTokenRecord } from '../../access/models/access-token.js';
import type { DeletedUpgradeRecord } from '../../upgrades/models/deleted-upgrade.js';
import type { FirmwareReleaseRecord } from '../../firmware/models/firmware-release.js';
import type { HardwarePartRecord } from '../../inventory/models/hardware-part.js';
import type { InitTemplateRecord } from '../../inventory/models/init-template.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';
import type { RadiusServerRecord } from '../../ssids/models/radius-server.js';
import type { OperatorRecord } from '../../access/models/operator.js';
import type { OrganisationRecord } from '../../access/models/organisation.js';
import type { ScheduleRecord } from '../../upgrades/models/schedule.js';
import type { SwitchConfigurationRecord } from '../../inventory/models/switch-configuration.js';
import type { TagRecord } from '../../inventory/models/tag.js';
import type { UplinkRecord } from '../../inventory/models/uplink.js';
import type { UserRecord } from '../../access/models/user.js';

/** The kinds of records that an import upserts one by one. */
export interface FleetRecords {
  accessTokens: AccessTokenRecord;
  deletedUpgrades: DeletedUpgradeRecord;
  firmwareReleases: FirmwareReleaseRecord;
  hardwareParts: HardwarePartRecord;
  initTemplates: InitTemplateRecord;
  masterInventory: MasterDeviceRecord;
  networkSsids: NetworkSsidRecord;
  networks: NetworkRecord;
  operators: OperatorRecord;
  organisations: OrganisationRecord;
  radiusServers: RadiusServerRecord;
  switchConfigurations: SwitchConfigurationRecord;
  schedules: ScheduleRecord;
  tags: TagRecord;
  uplinks: UplinkRecord;
  users: UserRecord;
}

export type FleetKind = keyof FleetRecords;
