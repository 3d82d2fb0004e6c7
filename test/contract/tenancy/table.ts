import { ADMINISTRATION_ROWS } from './administration-rows.js';
import { ALERT_ROWS } from './alert-rows.js';
import { BULK_OPERATION_ROWS } from './bulk-operation-rows.js';
import { INVENTORY_ROWS } from './inventory-rows.js';
import { NETWORK_ROWS } from './network-rows.js';
import { OTHER_ROWS } from './other-rows.js';
import type { TenancyRow } from './row.js';
import { ROLLOUT_ROWS } from './rollout-rows.js';
import { USER_ROWS } from './user-rows.js';
import { WEBHOOK_ROWS } from './webhook-rows.js';
import { SSID_ROWS } from './ssid-rows.js';
import { TOKEN_ROWS } from './token-rows.js';
import { UPGRADE_ROWS } from './upgrade-rows.js';

/** The access table: every operation with the expected response to each caller. */
export const TENANCY_ROWS: readonly TenancyRow[] = [
  ...INVENTORY_ROWS,
  ...NETWORK_ROWS,
  ...SSID_ROWS,
  ...UPGRADE_ROWS,
  ...ROLLOUT_ROWS,
  ...WEBHOOK_ROWS,
  ...ALERT_ROWS,
  ...ADMINISTRATION_ROWS,
  ...BULK_OPERATION_ROWS,
  ...USER_ROWS,
  ...TOKEN_ROWS,
  ...OTHER_ROWS,
];
