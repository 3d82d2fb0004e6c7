import type { BaseDeps } from '../platform/deps.js';
import type { InventoryStores } from './stores/stores.js';

/** What operations on the inventory may use. */
export interface InventoryDeps extends BaseDeps {
  readonly stores: InventoryStores;
}
