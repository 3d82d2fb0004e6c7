import type { PlatformStores } from '../platform/mongo/stores.js';
import type { AuditModels } from './models/models.js';
import { createAuditStore } from './stores/audit-store.js';
import type { BaseDeps } from '../platform/deps.js';

/** Binds the stores to one connection's models; no I/O. */
export function createAuditStores(models: AuditModels) {
  return { audit: createAuditStore(models) };
}

/** The stores of the audit log, and those of the families below. */
export interface AuditStores extends PlatformStores, ReturnType<typeof createAuditStores> {}

/** Dependencies of operations on the audit log. */
export interface AuditDeps extends BaseDeps {
  readonly stores: AuditStores;
}
