import type Joi from 'joi';
import { radiusServerAnswerSchema, radiusServerSchema } from '../ssids/radius/present-radius-server.js';
import { BAND_SCHEMAS, radioSettingsSchema } from '../../shared/configuration/records/domain/radio-schema.js';
import { stage } from '../../shared/rollouts/domain/settings-body.js';
import { countedMetaSchema, invalidSchema, listMetaSchema } from '../http/answer-schemas.js';
import { alertSchema } from '../alerts/alert-schemas.js';
import { alertKindsSchema, alertSettingsSchema } from '../alerts/present-alert-settings.js';
import { notificationsSchema } from '../alerts/present-notifications.js';
import { challengeAnswerSchema, sessionAnswerSchema } from '../access/sign-in-fields.js';
import { factorSchema } from '../access/factors/present-factor.js';
import { meSchema } from '../access/present-me.js';
import { bulkAnswerSchema, bulkFailureSchema, bulkOperationSchema } from '../bulk/present-bulk-operation.js';
import { meaningsSchema } from '../configuration/configuration-meanings.js';
import { leftOutSchema, documentSchema } from '../configuration/document-schema.js';
import { canaryPartSchema, configurationHoldSchema } from '../configuration/present-canaries.js';
import { networkConfigurationSchema } from '../configuration/network-configuration.js';
import { deviceConfigurationSchema } from '../configuration/present-device-configuration.js';
import { deviceEventSchema } from '../activity/device-events.js';
import { overviewSchema } from '../activity/show-overview.js';
import { siteSchema, sitesSchema } from '../activity/show-sites.js';
import { auditEntrySchema } from '../audit/audit-log.js';
import { builtDeviceSchema } from '../inventory/present-built-device.js';
import { deviceSchema, uiDeviceSchema } from '../inventory/present-device.js';
import { networkAnswerSchema, networkSchema, windowsSchema } from '../inventory/present-network.js';
import { shownBandSchema, shownRadioSchema } from '../inventory/present-radio.js';
import {
  hardwarePartSchema,
  initTemplateSchema,
  tagAnswerSchema,
  tagSchema,
} from '../inventory/present-picker.js';
import { deviceListMetaSchema } from '../inventory/list-devices.js';
import { deviceDetailSchema, shownDeviceSchema } from '../inventory/present-shown-device.js';
import { quickHitsSchema } from '../search/quick-search.js';
import { previewSchema } from '../rollouts/present-preview.js';
import { rolloutDeviceSchema } from '../rollouts/rollout-devices.js';
import { newRollout } from '../rollouts/rollout-input.js';
import { rolloutEventSchema } from '../rollouts/rollout-events.js';
import { rolloutFailureSchema } from '../rollouts/rollout-failures.js';
import { rolloutLookSchema, rolloutPointSchema } from '../rollouts/rollout-series.js';
import { rolloutAnswerSchema, rolloutSchema, stageSchema } from '../rollouts/rollout-schemas.js';
import { newUserSchema, userAnswerSchema, userSchema } from '../access/users/present-user.js';
import { firmwareAnswerSchema, firmwareReleaseSchema } from '../firmware/present-firmware-release.js';
import { networkSsid } from '../ssids/ssid-input.js';
import { ssidReceiptSchema, ssidSchema } from '../ssids/present-ssid.js';
import { listedMaintenanceSchema, maintenanceSchema } from '../upgrades/present-maintenance.js';
import { listedScheduleSchema } from '../upgrades/present-schedule.js';
import { reportedRadioSchema } from '../status/present-measured.js';
import { authorityAnswerSchema } from '../ucentral/authority-endpoints.js';
import { ssoAnswerSchema, ssoDomainSchema, ssoRightsSchema } from '../sso/present-sso.js';
import { commandAnswerSchema } from '../status/command-endpoints.js';
import { portSchema } from '../status/present-current-status.js';
import { upgradeInput } from '../upgrades/upgrade-input.js';
import { upgradeSchema } from '../upgrades/present-upgrade.js';
import {
  deliverySchema,
  revealedSchema,
  webhookAnswerSchema,
  webhookSchema,
} from '../webhooks/present-webhook.js';

/**
 * The schemas of responses that have a name in the API document. Wherever one of them occurs, the document references it,
 * so that generated types have a name for it. Bodies of requests and responses are named after their operation.
 */
export const SCHEMA_NAMES: Readonly<Record<string, Joi.Schema>> = {
  Alert: alertSchema,
  AlertKinds: alertKindsSchema,
  AlertSettings: alertSettingsSchema,
  Notifications: notificationsSchema,
  AuditEntry: auditEntrySchema,
  BulkFailure: bulkFailureSchema,
  BulkOperation: bulkOperationSchema,
  BulkOperationAnswer: bulkAnswerSchema,
  BuiltDevice: builtDeviceSchema,
  Device: shownDeviceSchema,
  ConfigurationCanary: canaryPartSchema,
  ConfigurationDocument: documentSchema,
  ConfigurationHold: configurationHoldSchema,
  ConfigurationLeftOut: leftOutSchema,
  ConfigurationMeanings: meaningsSchema,
  DeviceConfiguration: deviceConfigurationSchema,
  NetworkConfiguration: networkConfigurationSchema,
  DeviceEvent: deviceEventSchema,
  Overview: overviewSchema,
  Site: siteSchema,
  Sites: sitesSchema,
  QuickHits: quickHitsSchema,
  DeviceDetail: deviceDetailSchema,
  InventoryDevice: deviceSchema,
  ReportedRadio: reportedRadioSchema,
  SwitchPort: portSchema,
  DeviceCommandAnswer: commandAnswerSchema,
  UcentralCaAnswer: authorityAnswerSchema,
  SsoAnswer: ssoAnswerSchema,
  SsoRights: ssoRightsSchema,
  SsoDomain: ssoDomainSchema,
  SecondFactor: factorSchema,
  SessionAnswer: sessionAnswerSchema,
  SignInChallengeAnswer: challengeAnswerSchema,
  InventoryDeviceWithUi: uiDeviceSchema,
  InvalidParameters: invalidSchema,
  ListMeta: listMetaSchema,
  CountedListMeta: countedMetaSchema,
  DeviceListMeta: deviceListMetaSchema,
  ListedMaintenance: listedMaintenanceSchema,
  ListedSchedule: listedScheduleSchema,
  Maintenance: maintenanceSchema,
  Me: meSchema,
  CreatedUser: newUserSchema,
  FirmwareRelease: firmwareReleaseSchema,
  FirmwareReleaseAnswer: firmwareAnswerSchema,
  HardwarePart: hardwarePartSchema,
  InitTemplate: initTemplateSchema,
  Network: networkSchema,
  NetworkAnswer: networkAnswerSchema,
  Rollout: rolloutSchema,
  RolloutAnswer: rolloutAnswerSchema,
  RolloutDevice: rolloutDeviceSchema,
  RolloutEvent: rolloutEventSchema,
  RolloutFailure: rolloutFailureSchema,
  RolloutLook: rolloutLookSchema,
  RolloutPoint: rolloutPointSchema,
  RolloutPreview: previewSchema,
  RolloutStage: stageSchema,
  Ssid: ssidSchema,
  SsidReceipt: ssidReceiptSchema,
  Tag: tagSchema,
  TagAnswer: tagAnswerSchema,
  Upgrade: upgradeSchema,
  User: userSchema,
  UserAnswer: userAnswerSchema,
  RadiusServer: radiusServerSchema,
  RadiusServerAnswer: radiusServerAnswerSchema,
  RadioBand: shownBandSchema,
  RadioSettings: shownRadioSchema,
  RevealedWebhook: revealedSchema,
  Webhook: webhookSchema,
  WebhookAnswer: webhookAnswerSchema,
  WebhookDelivery: deliverySchema,
  Windows: windowsSchema,
};

/** The same for parts of requests. */
export const INPUT_NAMES: Readonly<Record<string, Joi.Schema>> = {
  Radio2gInput: BAND_SCHEMAS['2g'],
  Radio5gInput: BAND_SCHEMAS['5g'],
  Radio6gInput: BAND_SCHEMAS['6g'],
  RadioSettingsInput: radioSettingsSchema,
  RolloutGatesInput: newRollout.extract('gates'),
  RolloutStageInput: stage,
  SsidInput: networkSsid,
  UpgradeInput: upgradeInput,
};
