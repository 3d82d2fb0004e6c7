import type { BaseDeps } from '../platform/deps.js';
import type { AuditStores } from './stores/stores.js';

/** Dependencies of operations on the audit log. */
export interface AuditDeps extends BaseDeps {
  readonly stores: AuditStores;
}
