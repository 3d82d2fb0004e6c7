import { INVENTORY_ROWS } from './inventory-rows.js';
import { OTHER_ROWS } from './other-rows.js';
import type { TenancyRow } from './row.js';
import { SSID_ROWS } from './ssid-rows.js';
import { TOKEN_ROWS } from './token-rows.js';
import { UPGRADE_ROWS } from './upgrade-rows.js';

/** Every operation and who may do what with it: the table of access. */
export const TENANCY_ROWS: readonly TenancyRow[] = [
  ...INVENTORY_ROWS,
  ...SSID_ROWS,
  ...UPGRADE_ROWS,
  ...TOKEN_ROWS,
  ...OTHER_ROWS,
];
