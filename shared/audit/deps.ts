import type { PlatformStores } from '../platform/deps.js';
import type { AuditModels } from './models/models.js';
import { createAuditStore } from './stores/audit-store.js';
import type { BaseDeps } from '../platform/deps.js';

export function createAuditStores(models: AuditModels) {
  return { audit: createAuditStore(models) };
}

/** The stores of the audit log, and those of the families below. */
export interface AuditStores extends PlatformStores, ReturnType<typeof createAuditStores> {}

/** Dependencies of operations on the audit log. */
export type AuditDeps = BaseDeps<AuditStores>;
