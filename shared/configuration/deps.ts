import type { BaseDeps } from '../platform/deps.js';
import type { ConfigurationStores } from './stores/stores.js';

/** The dependencies of operations on configurations. */
export interface ConfigurationDeps extends BaseDeps {
  readonly stores: ConfigurationStores;
}
