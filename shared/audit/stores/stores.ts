import type { PlatformStores } from '../../platform/mongo/stores.js';
import type { AuditModels } from '../models/models.js';
import { createAuditStore, type AuditStore } from './audit-store.js';

/** The stores of the audit log, and those of the families below. */
export interface AuditStores extends PlatformStores {
  readonly audit: AuditStore;
}

/** Binds the stores to one connection's models; no I/O. */
export function createAuditStores(models: AuditModels): Omit<AuditStores, keyof PlatformStores> {
  return { audit: createAuditStore(models) };
}
