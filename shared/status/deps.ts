import type { BaseDeps } from '../platform/deps.js';
import type { StatusStores } from './stores/stores.js';

/** Dependencies of operations on status. */
export interface StatusDeps extends BaseDeps {
  readonly stores: StatusStores;
}
