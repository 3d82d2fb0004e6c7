import type { Connection, Schema } from 'mongoose';
import { limitTime } from '../platform/mongo/mongo.js';
import { PLATFORM_MODELS } from '../platform/models/models.js';
import { AUDIT_MODELS } from '../audit/models/models.js';
import { ACCESS_MODELS } from '../access/models/models.js';
import { SSO_MODELS, type SsoModels } from '../sso/models/models.js';
import { CONFIGURATION_RECORD_MODELS } from '../configuration/records/models/models.js';
import { INVENTORY_MODELS } from '../inventory/models/models.js';
import { DEAF_PERIOD_MODELS } from '../deaf-periods/models/models.js';
import { FIRMWARE_MODELS } from '../firmware/models/models.js';
import { UPGRADES_MODELS } from '../upgrades/models/models.js';
import { ENROLMENT_MODELS, type EnrolmentModels } from '../enrolment/models/models.js';
import { BULK_MODELS, type BulkModels } from '../bulk/models/models.js';
import { WEBHOOKS_MODELS } from '../webhooks/models/models.js';
import { ROLLOUTS_MODELS } from '../rollouts/models/models.js';
import { SSIDS_MODELS } from '../ssids/models/models.js';
import { CONFIGURATION_MODELS, type ConfigurationModels } from '../configuration/models/models.js';
import { OPENWISP_MODELS, type OpenwispModels } from '../openwisp/models/models.js';
import { UCENTRAL_MODELS, type UcentralModels } from '../ucentral/models/models.js';
import { ACTIVITY_MODELS } from '../activity/models/models.js';
import { ALERT_MODELS, type AlertModels } from '../alerts/models/models.js';
import { IMPORT_MODELS, type ImportModels } from '../import/models/models.js';

/** Every collection. */
export interface Models
  extends
    BulkModels,
    AlertModels,
    ConfigurationModels,
    EnrolmentModels,
    ImportModels,
    SsoModels,
    UcentralModels,
    OpenwispModels {}

const MODELS: { readonly [K in keyof Models]: Schema } = {
  ...PLATFORM_MODELS,
  ...AUDIT_MODELS,
  ...ACCESS_MODELS,
  ...SSO_MODELS,
  ...CONFIGURATION_RECORD_MODELS,
  ...INVENTORY_MODELS,
  ...DEAF_PERIOD_MODELS,
  ...FIRMWARE_MODELS,
  ...UPGRADES_MODELS,
  ...ENROLMENT_MODELS,
  ...BULK_MODELS,
  ...WEBHOOKS_MODELS,
  ...ROLLOUTS_MODELS,
  ...SSIDS_MODELS,
  ...CONFIGURATION_MODELS,
  ...UCENTRAL_MODELS,
  ...OPENWISP_MODELS,
  ...ACTIVITY_MODELS,
  ...ALERT_MODELS,
  ...IMPORT_MODELS,
};

for (const schema of Object.values(MODELS)) schema.plugin(limitTime);

/** Binds every model to one connection; no I/O. */
export function bindModels(connection: Connection): Models {
  const bound = Object.entries(MODELS).map(([name, schema]) => [name, connection.model(name, schema)]);
  return Object.fromEntries(bound) as Models;
}
