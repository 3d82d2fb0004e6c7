import type { Model } from 'mongoose';
import type { AccessTokenRecord } from '../../access/models/access-token.js';
import type { DeletedUpgradeRecord } from '../../upgrades/models/deleted-upgrade.js';
import type { FirmwareReleaseRecord } from '../../upgrades/models/firmware-release.js';
import type { HardwarePartRecord } from '../../inventory/models/hardware-part.js';
import type { InitTemplateRecord } from '../../inventory/models/init-template.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import type { ImportModels } from '../models/models.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';
import type { OperatorRecord } from '../../access/models/operator.js';
import type { OrganisationRecord } from '../../access/models/organisation.js';
import type { ScheduleRecord } from '../../upgrades/models/schedule.js';
import type { SwitchConfigurationRecord } from '../../inventory/models/switch-configuration.js';
import type { TagRecord } from '../../inventory/models/tag.js';
import type { UplinkRecord } from '../../inventory/models/uplink.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { UserRecord } from '../../access/models/user.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import { readRecords, upsertRecords, type Upserted } from './upsert-records.js';

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
  switchConfigurations: SwitchConfigurationRecord;
  schedules: ScheduleRecord;
  tags: TagRecord;
  uplinks: UplinkRecord;
  users: UserRecord;
}

export type FleetKind = keyof FleetRecords;
type IdOf<Kind extends FleetKind> = FleetRecords[Kind]['_id'];

export interface FleetWriteStore {
  /** Stored records by id, at most 1,000. */
  read<Kind extends FleetKind>(
    kind: Kind,
    ids: readonly IdOf<Kind>[],
  ): Promise<Map<IdOf<Kind>, FleetRecords[Kind]>>;
  /** Brings at most 1,000 records to what `build` makes of the stored ones. Writes only what differs. */
  upsert<Kind extends FleetKind>(
    kind: Kind,
    ids: readonly IdOf<Kind>[],
    build: (id: IdOf<Kind>, existing: FleetRecords[Kind] | null) => FleetRecords[Kind],
  ): Promise<Upserted<FleetRecords[Kind]>>;
  /** Adds at most 1,000 upgrades with their schedules in one transaction. */
  addUpgrades(schedules: readonly ScheduleRecord[], upgrades: readonly UpgradeRecord[]): Promise<void>;
}

/** Only the operator of the installation imports, so there is no caller and no scope. */
export function createFleetWriteStore(models: ImportModels, transact: Transact): FleetWriteStore {
  const modelOf = <Kind extends FleetKind>(kind: Kind) =>
    models[kind] as unknown as Model<FleetRecords[Kind]>;
  return {
    read: (kind, ids) => readRecords(modelOf(kind), ids, {}),
    upsert: (kind, ids, build) => upsertRecords(modelOf(kind), ids, build),
    async addUpgrades(schedules, upgrades) {
      await transact(0, async (session) => {
        if (schedules.length > 0) await models.schedules.insertMany(schedules, { session, lean: true });
        await models.upgrades.insertMany(upgrades, { session, lean: true });
      });
    },
  };
}
