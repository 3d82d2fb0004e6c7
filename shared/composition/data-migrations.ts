import { countDeviceBlocks } from './count-device-blocks.js';
import type { DataMigration } from './data-migration.js';
import { dateDeletedUplinks } from './date-deleted-uplinks.js';
import { flagLeftOut } from './flag-left-out.js';
import { indexSsidNames } from './index-ssid-names.js';
import { keyUpgradeTables } from './key-upgrade-tables.js';
import { noteLastSignIns } from './note-last-sign-ins.js';
import { keyRolloutUpgrades } from './key-rollout-upgrades.js';
import { numberNetworkSettings } from './number-network-settings.js';
import { orderVersions } from './order-versions.js';
import { sealUplinkSecrets } from './seal-uplink-secrets.js';

/** All data migrations, oldest first. */
export const DATA_MIGRATIONS: readonly DataMigration[] = [
  countDeviceBlocks,
  keyUpgradeTables,
  dateDeletedUplinks,
  indexSsidNames,
  noteLastSignIns,
  sealUplinkSecrets,
  numberNetworkSettings,
  keyRolloutUpgrades,
  flagLeftOut,
  orderVersions,
];
