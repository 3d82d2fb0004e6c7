import type { Endpoint } from './endpoint.js';
import { createAccessTokenEndpoint } from './endpoints/access/create-access-token.js';
import { listAccessTokensEndpoint } from './endpoints/access/list-access-tokens.js';
import { revokeAccessTokenByIdEndpoint } from './endpoints/access/revoke-access-token-by-id.js';
import { revokeAccessTokenEndpoint } from './endpoints/access/revoke-access-token.js';
import { revokeUserAccessTokensEndpoint } from './endpoints/access/revoke-user-access-tokens.js';
import { heartbeatEndpoint } from './endpoints/device/heartbeat.js';
import { applyConfigurationEndpoint } from './endpoints/inventory/apply-configuration.js';
import { currentStatusEndpoint } from './endpoints/inventory/current-status.js';
import { getDevicesFromSerialEndpoint } from './endpoints/inventory/get-devices-from-serial.js';
import { listInventoryEndpoint } from './endpoints/inventory/list-inventory.js';
import { routInventoryListEndpoint } from './endpoints/inventory/rout-inventory-list.js';
import { moveDevicesEndpoint } from './endpoints/inventory/move-devices.js';
import { provisioningEndpoint } from './endpoints/inventory/provisioning.js';
import { releaseDevicesEndpoint } from './endpoints/inventory/release-devices.js';
import { removeDevicesEndpoint } from './endpoints/inventory/remove-devices.js';
import { createSsidEndpoint } from './endpoints/ssids/create-ssid.js';
import { destroySsidEndpoint } from './endpoints/ssids/destroy-ssid.js';
import { listNetworkSsidsEndpoint } from './endpoints/ssids/list-network-ssids.js';
import { showSsidEndpoint } from './endpoints/ssids/show-ssid.js';
import { updateNetworkSsidEndpoint } from './endpoints/ssids/update-network-ssid.js';
import { updateSsidEndpoint } from './endpoints/ssids/update-ssid.js';
import { cancelScheduleEndpoint } from './endpoints/upgrades/cancel-schedule.js';
import { createUpgradeEndpoint } from './endpoints/upgrades/create-upgrade.js';
import { deleteUpgradeEndpoint } from './endpoints/upgrades/delete-upgrade.js';
import { listReleasesEndpoint } from './endpoints/upgrades/list-releases.js';
import { listUpgradesEndpoint } from './endpoints/upgrades/list-upgrades.js';
import { searchTargetsEndpoint } from './endpoints/upgrades/search-targets.js';
import { showUpgradeEndpoint } from './endpoints/upgrades/show-upgrade.js';
import { updateUpgradeEndpoint } from './endpoints/upgrades/update-upgrade.js';
import { upgradeListEndpoint } from './endpoints/upgrades/upgrade-list.js';
import { upgradesProgressEndpoint } from './endpoints/upgrades/upgrades-progress.js';
import { watchSchedulesEndpoint } from './endpoints/upgrades/watch-schedules.js';

/** Every operation, by URL family. What is not listed here is not served. */
export const ENDPOINTS: readonly Endpoint[] = [
  // Inventory
  listInventoryEndpoint,
  routInventoryListEndpoint,
  provisioningEndpoint,
  applyConfigurationEndpoint,
  currentStatusEndpoint,
  releaseDevicesEndpoint,
  removeDevicesEndpoint,
  moveDevicesEndpoint,
  getDevicesFromSerialEndpoint,
  // SSIDs
  listNetworkSsidsEndpoint,
  createSsidEndpoint,
  updateNetworkSsidEndpoint,
  showSsidEndpoint,
  updateSsidEndpoint,
  destroySsidEndpoint,
  // Upgrades
  upgradeListEndpoint,
  searchTargetsEndpoint,
  listReleasesEndpoint,
  watchSchedulesEndpoint,
  cancelScheduleEndpoint,
  upgradesProgressEndpoint,
  listUpgradesEndpoint,
  createUpgradeEndpoint,
  showUpgradeEndpoint,
  updateUpgradeEndpoint,
  deleteUpgradeEndpoint,
  // Devices
  heartbeatEndpoint,
  // Access
  createAccessTokenEndpoint,
  revokeAccessTokenEndpoint,
  listAccessTokensEndpoint,
  revokeAccessTokenByIdEndpoint,
  revokeUserAccessTokensEndpoint,
];
