import type { ModelsOf } from '../../platform/models/models-of.js';
import type { DeafPeriodModels } from '../../deaf-periods/models/models.js';
import { deletedUpgradeSchema } from './deleted-upgrade.js';
import type { FirmwareModels } from '../../firmware/models/models.js';
import { scheduleSchema } from './schedule.js';
import { upgradeSchema } from './upgrade.js';

export const UPGRADES_SCHEMAS = {
  deletedUpgrades: deletedUpgradeSchema,
  schedules: scheduleSchema,
  upgrades: upgradeSchema,
};

/** The collections of upgrades and of the families below. */
export interface UpgradeModels extends DeafPeriodModels, FirmwareModels, ModelsOf<typeof UPGRADES_SCHEMAS> {}
