import type { Endpoint } from './endpoint.js';
import { createAccessTokenEndpoint } from './endpoints/access/create-access-token.js';
import { revokeAccessTokenEndpoint } from './endpoints/access/revoke-access-token.js';
import { listInventoryEndpoint } from './endpoints/inventory/list-inventory.js';

/** Every operation, by URL family. What is not listed here is not served. */
export const ENDPOINTS: readonly Endpoint[] = [
  // Inventory
  listInventoryEndpoint,
  // Access
  createAccessTokenEndpoint,
  revokeAccessTokenEndpoint,
];
