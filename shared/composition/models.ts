import type { Connection, Schema } from 'mongoose';
import { limitTime } from '../platform/mongo/mongo.js';
import { PLATFORM_SCHEMAS } from '../platform/models/models.js';
import { AUDIT_SCHEMAS } from '../audit/models/models.js';
import { ACCESS_SCHEMAS } from '../access/models/models.js';
import { CONFIGURATION_RECORD_SCHEMAS } from '../configuration/records/models/models.js';
import { INVENTORY_SCHEMAS } from '../inventory/models/models.js';
import { DEAF_PERIOD_SCHEMAS } from '../deaf-periods/models/models.js';
import { FIRMWARE_SCHEMAS } from '../firmware/models/models.js';
import { UPGRADES_SCHEMAS } from '../upgrades/models/models.js';
import { BULK_SCHEMAS, type BulkModels } from '../bulk/models/models.js';
import { WEBHOOKS_SCHEMAS } from '../webhooks/models/models.js';
import { ROLLOUTS_SCHEMAS } from '../rollouts/models/models.js';
import { SSIDS_SCHEMAS } from '../ssids/models/models.js';
import { CONFIGURATION_SCHEMAS, type ConfigurationModels } from '../configuration/models/models.js';
import { ACTIVITY_SCHEMAS, type ActivityModels } from '../activity/models/models.js';
import { IMPORT_SCHEMAS, type ImportModels } from '../import/models/models.js';

/** Every collection. */
export interface Models extends BulkModels, ActivityModels, ConfigurationModels, ImportModels {}

const SCHEMAS: { readonly [K in keyof Models]: Schema } = {
  ...PLATFORM_SCHEMAS,
  ...AUDIT_SCHEMAS,
  ...ACCESS_SCHEMAS,
  ...CONFIGURATION_RECORD_SCHEMAS,
  ...INVENTORY_SCHEMAS,
  ...DEAF_PERIOD_SCHEMAS,
  ...FIRMWARE_SCHEMAS,
  ...UPGRADES_SCHEMAS,
  ...BULK_SCHEMAS,
  ...WEBHOOKS_SCHEMAS,
  ...ROLLOUTS_SCHEMAS,
  ...SSIDS_SCHEMAS,
  ...CONFIGURATION_SCHEMAS,
  ...ACTIVITY_SCHEMAS,
  ...IMPORT_SCHEMAS,
};

for (const schema of Object.values(SCHEMAS)) schema.plugin(limitTime);

/** Binds every model to one connection; no I/O. */
export function bindModels(connection: Connection): Models {
  const bound = Object.entries(SCHEMAS).map(([name, schema]) => [name, connection.model(name, schema)]);
  return Object.fromEntries(bound) as Models;
}
