import type { ModelsOf } from '../../platform/models/models-of.js';
import type { DeafPeriodModels } from '../../deaf-periods/models/models.js';
import { deletedUpgradeModel } from './deleted-upgrade.js';
import type { FirmwareModels } from '../../firmware/models/models.js';
import { scheduleModel } from './schedule.js';
import { upgradeCountsModel } from './upgrade-counts.js';
import { upgradeTextModel } from './upgrade-text.js';
import { upgradeModel } from './upgrade.js';

export const UPGRADES_MODELS = {
  deletedUpgrades: deletedUpgradeModel,
  schedules: scheduleModel,
  upgradeCounts: upgradeCountsModel,
  upgradeTexts: upgradeTextModel,
  upgrades: upgradeModel,
};

/** The collections of upgrades and of the families below. */
export interface UpgradeModels extends DeafPeriodModels, FirmwareModels, ModelsOf<typeof UPGRADES_MODELS> {}
