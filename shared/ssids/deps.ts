import type { BaseDeps } from '../platform/deps.js';
import type { SsidStores } from './stores/stores.js';

/** What operations on SSIDs may use. */
export interface SsidDeps extends BaseDeps {
  readonly stores: SsidStores;
}
