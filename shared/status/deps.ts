import type { BaseDeps } from '../platform/deps.js';
import type { StatusStores } from './stores/stores.js';

/** What operations on live status may use. */
export interface StatusDeps extends BaseDeps {
  readonly stores: StatusStores;
}
