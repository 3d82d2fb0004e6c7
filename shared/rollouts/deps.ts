import type { BaseDeps } from '../platform/deps.js';
import type { RolloutStores } from './stores/stores.js';

/** What operations on rollouts may use. */
export interface RolloutDeps extends BaseDeps {
  readonly stores: RolloutStores;
}
