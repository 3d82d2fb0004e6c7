import type { BaseDeps } from '../platform/deps.js';
import type { ImportStores } from './stores/stores.js';

/** What operations on the fleet import may use. */
export interface ImportDeps extends BaseDeps {
  readonly stores: ImportStores;
}
