import type { BaseDeps } from '../platform/deps.js';
import type { SearchStores } from './stores/stores.js';

/** What operations on search may use. */
export interface SearchDeps extends BaseDeps {
  readonly stores: SearchStores;
}
