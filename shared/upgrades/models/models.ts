import type { Model } from 'mongoose';
import type { DeafPeriodModels } from '../../deaf-periods/models/models.js';
import { deletedUpgradeSchema, type DeletedUpgradeRecord } from './deleted-upgrade.js';
import type { FirmwareModels } from '../../firmware/models/models.js';
import { scheduleSchema, type ScheduleRecord } from './schedule.js';
import { upgradeSchema, type UpgradeRecord } from './upgrade.js';

/** The collections of upgrades and of the families below. */
export interface UpgradeModels extends DeafPeriodModels, FirmwareModels {
  deletedUpgrades: Model<DeletedUpgradeRecord>;
  schedules: Model<ScheduleRecord>;
  upgrades: Model<UpgradeRecord>;
}

export const UPGRADES_SCHEMAS = {
  deletedUpgrades: deletedUpgradeSchema,
  schedules: scheduleSchema,
  upgrades: upgradeSchema,
};
