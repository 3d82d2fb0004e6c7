import type { BaseDeps } from '../platform/deps.js';
import type { ActivityStores } from './stores/stores.js';

/** What operations on activity may use. */
export interface ActivityDeps extends BaseDeps {
  readonly stores: ActivityStores;
}
