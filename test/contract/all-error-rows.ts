import type { ErrorRow } from './error-rows.js';
import { ADMINISTRATION_ERROR_ROWS } from './administration-error-rows.js';
import { INVENTORY_ERROR_ROWS } from './inventory-error-rows.js';
import { OWN_ERROR_ROWS } from './own-error-rows.js';
import { ROLLOUT_ERROR_ROWS } from './rollout-error-rows.js';
import { WEBHOOK_ERROR_ROWS } from './webhook-error-rows.js';
import { SSID_ERROR_ROWS } from './ssid-error-rows.js';
import { UPGRADE_ERROR_ROWS } from './upgrade-error-rows.js';

/** Every row of the document's errors, and our own. */
export const ERROR_ROWS: readonly ErrorRow[] = [
  ...INVENTORY_ERROR_ROWS,
  ...SSID_ERROR_ROWS,
  ...UPGRADE_ERROR_ROWS,
  ...ROLLOUT_ERROR_ROWS,
  ...WEBHOOK_ERROR_ROWS,
  ...ADMINISTRATION_ERROR_ROWS,
  ...OWN_ERROR_ROWS,
];
