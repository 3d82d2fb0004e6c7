import { ACCESS_ENDPOINTS } from './access/access-endpoints.js';
import { auditLogEndpoint } from './audit/audit-log.js';
import type { Endpoint } from './http/endpoint.js';
import {
  removeAuthorityEndpoint,
  replaceAuthorityEndpoint,
  showAuthorityEndpoint,
} from './ucentral/authority-endpoints.js';
import { createFirmwareReleaseEndpoint } from './firmware/create-firmware-release.js';
import { listFirmwareReleasesEndpoint } from './firmware/list-firmware-releases.js';
import { showFirmwareReleaseEndpoint } from './firmware/show-firmware-release.js';
import { updateFirmwareReleaseEndpoint } from './firmware/update-firmware-release.js';
import { copySsidEndpoint } from './ssids/copy-ssid.js';
import { heartbeatEndpoint } from './heartbeats/heartbeat.js';
import { applyConfigurationEndpoint } from './configuration/apply-configuration.js';
import { currentStatusEndpoint } from './status/current-status.js';
import { getDevicesFromSerialEndpoint } from './inventory/get-devices-from-serial.js';
import { blinkDeviceEndpoint, rebootDeviceEndpoint } from './status/command-endpoints.js';
import { deviceEventsEndpoint } from './activity/device-events.js';
import { deafPeriodsEndpoint } from './deaf-periods/list-deaf-periods.js';
import { clientsSeriesEndpoint, onlineSeriesEndpoint, trafficSeriesEndpoint } from './activity/series.js';
import { deviceSeriesEndpoint } from './activity/device-series.js';
import { networkRadiosEndpoint } from './activity/network-radios.js';
import { showOverviewEndpoint } from './activity/show-overview.js';
import { showSitesEndpoint } from './activity/show-sites.js';
import { listDevicesEndpoint } from './inventory/list-devices.js';
import { showDeviceEndpoint } from './inventory/show-device.js';
import { updateDeviceEndpoint } from './inventory/update-device.js';
import { listNetworksEndpoint } from './inventory/list-networks.js';
import { createNetworkEndpoint } from './inventory/create-network.js';
import { createTagEndpoint } from './inventory/create-tag.js';
import { deleteNetworkEndpoint } from './inventory/delete-network.js';
import { deleteTagEndpoint } from './inventory/delete-tag.js';
import { listHardwarePartsEndpoint } from './inventory/list-hardware-parts.js';
import { listInitTemplatesEndpoint } from './inventory/list-init-templates.js';
import { listTagsEndpoint } from './inventory/list-tags.js';
import { showNetworkEndpoint } from './inventory/show-network.js';
import { updateNetworkEndpoint } from './inventory/update-network.js';
import { updateTagEndpoint } from './inventory/update-tag.js';
import { quickSearchEndpoint } from './search/quick-search.js';
import { listInventoryEndpoint } from './search/list-inventory.js';
import { routInventoryListEndpoint } from './search/rout-inventory-list.js';
import { moveDevicesEndpoint } from './assignment/move-devices.js';
import { provisioningEndpoint } from './assignment/provisioning.js';
import { releaseDevicesEndpoint } from './assignment/release-devices.js';
import { removeDevicesEndpoint } from './assignment/remove-devices.js';
import { approveStageEndpoint } from './rollouts/approve-stage.js';
import { cancelRolloutEndpoint } from './rollouts/cancel-rollout.js';
import { createRolloutEndpoint } from './rollouts/create-rollout.js';
import { deleteRolloutEndpoint } from './rollouts/delete-rollout.js';
import { listRolloutsEndpoint } from './rollouts/list-rollouts.js';
import { pauseRolloutEndpoint } from './rollouts/pause-rollout.js';
import { resumeRolloutEndpoint } from './rollouts/resume-rollout.js';
import { rolloutDevicesEndpoint } from './rollouts/rollout-devices.js';
import { previewRolloutEndpoint } from './rollouts/preview-rollout.js';
import { retryRolloutEndpoint } from './rollouts/retry-rollout.js';
import { rollBackRolloutEndpoint } from './rollouts/roll-back-rollout.js';
import { rolloutEventsEndpoint } from './rollouts/rollout-events.js';
import { rolloutFailuresEndpoint } from './rollouts/rollout-failures.js';
import { rolloutSeriesEndpoint } from './rollouts/rollout-series.js';
import { showPreviewEndpoint } from './rollouts/show-preview.js';
import { showRolloutEndpoint } from './rollouts/show-rollout.js';
import { startRolloutEndpoint } from './rollouts/start-rollout.js';
import { updateRolloutEndpoint } from './rollouts/update-rollout.js';
import { createSsidEndpoint } from './ssids/create-ssid.js';
import { destroySsidEndpoint } from './ssids/destroy-ssid.js';
import { listNetworkSsidsEndpoint } from './ssids/list-network-ssids.js';
import { showSsidEndpoint } from './ssids/show-ssid.js';
import { updateNetworkSsidEndpoint } from './ssids/update-network-ssid.js';
import { updateSsidEndpoint } from './ssids/update-ssid.js';
import { cancelScheduleEndpoint } from './upgrades/cancel-schedule.js';
import { createUpgradeEndpoint } from './upgrades/create-upgrade.js';
import { abandonUpgradeEndpoint } from './upgrades/abandon-upgrade.js';
import { deleteUpgradeEndpoint } from './upgrades/delete-upgrade.js';
import { listMaintenanceEndpoint } from './upgrades/list-maintenance.js';
import { listReleasesEndpoint } from './firmware/list-releases.js';
import { listUpgradesEndpoint } from './upgrades/list-upgrades.js';
import { searchTargetsEndpoint } from './search/search-targets.js';
import { showUpgradeEndpoint } from './upgrades/show-upgrade.js';
import { updateUpgradeEndpoint } from './upgrades/update-upgrade.js';
import { upgradeListEndpoint } from './upgrades/upgrade-list.js';
import { upgradesProgressEndpoint } from './upgrades/upgrades-progress.js';
import { cancelBulkOperationEndpoint } from './bulk/cancel-bulk-operation.js';
import { createBulkOperationEndpoint } from './bulk/create-bulk-operation.js';
import { createSelectionEndpoint } from './bulk/create-selection.js';
import { listBulkOperationRowsEndpoint } from './bulk/list-bulk-operation-rows.js';
import { showBulkOperationEndpoint } from './bulk/show-bulk-operation.js';
import { configurationMeaningsEndpoint } from './configuration/configuration-meanings.js';
import { deviceConfigurationEndpoint } from './configuration/device-configuration.js';
import { fetchConfigurationEndpoint } from './configuration/fetch-configuration.js';
import { networkConfigurationEndpoint } from './configuration/network-configuration.js';
import {
  retryDeviceConfigurationEndpoint,
  retryNetworkConfigurationEndpoint,
} from './configuration/retry-endpoint.js';
import { createRadiusServerEndpoint } from './ssids/radius/create-radius-server.js';
import { deleteRadiusServerEndpoint } from './ssids/radius/delete-radius-server.js';
import { listRadiusServersEndpoint } from './ssids/radius/list-radius-servers.js';
import { showRadiusServerEndpoint } from './ssids/radius/show-radius-server.js';
import { updateRadiusServerEndpoint } from './ssids/radius/update-radius-server.js';
import { approveEnrolmentEndpoint } from './enrolment/approve-enrolment.js';
import { createEnrolmentTokenEndpoint } from './enrolment/create-enrolment-token.js';
import { openwispChecksumEndpoint } from './openwisp/checksum.js';
import { openwispDownloadEndpoint } from './openwisp/download-config.js';
import { openwispInfoEndpoint } from './openwisp/update-info.js';
import { openwispRegisterEndpoint } from './openwisp/register.js';
import { openwispReportEndpoint } from './openwisp/report-status.js';
import { enrolEndpoint } from './enrolment/enrol.js';
import { listEnrolmentsEndpoint } from './enrolment/list-enrolments.js';
import { listEnrolmentTokensEndpoint } from './enrolment/list-enrolment-tokens.js';
import { refuseEnrolmentEndpoint } from './enrolment/refuse-enrolment.js';
import { revokeEnrolmentTokenEndpoint } from './enrolment/revoke-enrolment-token.js';
import { ALERT_ENDPOINTS } from './alerts/alert-endpoints.js';
import { createWebhookEndpoint } from './webhooks/create-webhook.js';
import { deleteWebhookEndpoint } from './webhooks/delete-webhook.js';
import { listWebhooksEndpoint } from './webhooks/list-webhooks.js';
import { testWebhookEndpoint } from './webhooks/test-webhook.js';
import { redeliverWebhookEndpoint } from './webhooks/redeliver-webhook.js';
import { rotateWebhookSecretEndpoint } from './webhooks/rotate-webhook-secret.js';
import { showWebhookEndpoint } from './webhooks/show-webhook.js';
import { updateWebhookEndpoint } from './webhooks/update-webhook.js';
import { webhookDeliveriesEndpoint } from './webhooks/webhook-deliveries.js';
import { SSO_ENDPOINTS } from './sso/sso-endpoints.js';
import { listSchedulesEndpoint } from './upgrades/list-schedules.js';

/** The operations by URL family; an operation that is not listed is not served. */
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
  listNetworksEndpoint,
  createNetworkEndpoint,
  showNetworkEndpoint,
  updateNetworkEndpoint,
  deleteNetworkEndpoint,
  listTagsEndpoint,
  createTagEndpoint,
  updateTagEndpoint,
  deleteTagEndpoint,
  listHardwarePartsEndpoint,
  listInitTemplatesEndpoint,
  // SSIDs
  listNetworkSsidsEndpoint,
  createSsidEndpoint,
  updateNetworkSsidEndpoint,
  showSsidEndpoint,
  updateSsidEndpoint,
  destroySsidEndpoint,
  copySsidEndpoint,
  // Upgrades
  upgradeListEndpoint,
  searchTargetsEndpoint,
  listReleasesEndpoint,
  listSchedulesEndpoint,
  cancelScheduleEndpoint,
  upgradesProgressEndpoint,
  listUpgradesEndpoint,
  createUpgradeEndpoint,
  showUpgradeEndpoint,
  updateUpgradeEndpoint,
  deleteUpgradeEndpoint,
  abandonUpgradeEndpoint,
  listMaintenanceEndpoint,
  listFirmwareReleasesEndpoint,
  createFirmwareReleaseEndpoint,
  showFirmwareReleaseEndpoint,
  updateFirmwareReleaseEndpoint,
  // Rollouts
  listRolloutsEndpoint,
  createRolloutEndpoint,
  showRolloutEndpoint,
  updateRolloutEndpoint,
  deleteRolloutEndpoint,
  startRolloutEndpoint,
  pauseRolloutEndpoint,
  resumeRolloutEndpoint,
  cancelRolloutEndpoint,
  approveStageEndpoint,
  previewRolloutEndpoint,
  showPreviewEndpoint,
  retryRolloutEndpoint,
  rollBackRolloutEndpoint,
  rolloutDevicesEndpoint,
  rolloutFailuresEndpoint,
  rolloutSeriesEndpoint,
  rolloutEventsEndpoint,
  // Devices of the console
  listDevicesEndpoint,
  showDeviceEndpoint,
  updateDeviceEndpoint,
  // Configuration
  deviceConfigurationEndpoint,
  retryDeviceConfigurationEndpoint,
  networkConfigurationEndpoint,
  retryNetworkConfigurationEndpoint,
  configurationMeaningsEndpoint,
  // Bulk operations
  createSelectionEndpoint,
  createBulkOperationEndpoint,
  showBulkOperationEndpoint,
  listBulkOperationRowsEndpoint,
  cancelBulkOperationEndpoint,
  rebootDeviceEndpoint,
  blinkDeviceEndpoint,
  showAuthorityEndpoint,
  replaceAuthorityEndpoint,
  removeAuthorityEndpoint,
  deviceEventsEndpoint,
  showOverviewEndpoint,
  showSitesEndpoint,
  quickSearchEndpoint,
  onlineSeriesEndpoint,
  clientsSeriesEndpoint,
  trafficSeriesEndpoint,
  deviceSeriesEndpoint,
  networkRadiosEndpoint,
  deafPeriodsEndpoint,
  // RADIUS servers
  listRadiusServersEndpoint,
  createRadiusServerEndpoint,
  showRadiusServerEndpoint,
  updateRadiusServerEndpoint,
  deleteRadiusServerEndpoint,

  // Enrolment
  enrolEndpoint,
  listEnrolmentTokensEndpoint,
  createEnrolmentTokenEndpoint,
  revokeEnrolmentTokenEndpoint,
  listEnrolmentsEndpoint,
  approveEnrolmentEndpoint,
  refuseEnrolmentEndpoint,

  // Webhooks
  listWebhooksEndpoint,
  createWebhookEndpoint,
  showWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecretEndpoint,
  webhookDeliveriesEndpoint,
  testWebhookEndpoint,
  redeliverWebhookEndpoint,
  // Alerts
  ...ALERT_ENDPOINTS,
  // Audit
  auditLogEndpoint,
  // Devices
  heartbeatEndpoint,
  fetchConfigurationEndpoint,
  openwispRegisterEndpoint,
  openwispChecksumEndpoint,
  openwispDownloadEndpoint,
  openwispReportEndpoint,
  openwispInfoEndpoint,
  ...ACCESS_ENDPOINTS,
  ...SSO_ENDPOINTS,
];
