import { countDeviceBlocks } from './count-device-blocks.js';
import type { DataMigration } from './data-migration.js';
import { dateDeletedUplinks } from './date-deleted-uplinks.js';
import { keyUpgradeTables } from './key-upgrade-tables.js';

/** All data migrations, oldest first. */
export const DATA_MIGRATIONS: readonly DataMigration[] = [
  countDeviceBlocks,
  keyUpgradeTables,
  dateDeletedUplinks,
];
