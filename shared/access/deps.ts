import type { BaseDeps } from '../platform/deps.js';
import type { AccessStores } from './stores/stores.js';

/** What operations on access may use. */
export interface AccessDeps extends BaseDeps {
  readonly stores: AccessStores;
}
