import type { BaseDeps } from '../platform/deps.js';
import type { DeafPeriodStores } from './stores/stores.js';

/** Dependencies of operations on deaf periods. */
export interface DeafPeriodDeps extends BaseDeps {
  readonly stores: DeafPeriodStores;
}
