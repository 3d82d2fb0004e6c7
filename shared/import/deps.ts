import type { BaseDeps } from '../platform/deps.js';
import type { ImportStores } from './stores/stores.js';

/** What an import or an export uses. */
export interface FleetDeps extends Pick<BaseDeps, 'env' | 'log' | 'now'> {
  readonly stores: ImportStores;
}
