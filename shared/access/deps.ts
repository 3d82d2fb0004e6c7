import type { BaseDeps } from '../platform/deps.js';
import type { AccessStores } from './stores/stores.js';

/** Dependencies of operations on access. */
export interface AccessDeps extends BaseDeps {
  readonly stores: AccessStores;
}
