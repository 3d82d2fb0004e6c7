import type { BaseDeps } from '../platform/deps.js';
import type { AssignmentStores } from './stores/stores.js';

/** What operations on device assignment may use. */
export interface AssignmentDeps extends BaseDeps {
  readonly stores: AssignmentStores;
}
