import type { BaseDeps } from '../platform/deps.js';
import type { RolloutStores } from '../rollouts/stores/stores.js';
import type { SsidStores } from '../ssids/stores/stores.js';

/** What the quick search may use. */
export interface QuickSearchDeps extends BaseDeps {
  readonly stores: RolloutStores & SsidStores;
}
