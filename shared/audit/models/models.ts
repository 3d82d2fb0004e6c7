import type { Model } from 'mongoose';
import type { PlatformModels } from '../../platform/models/models.js';
import { auditEntrySchema, type AuditEntryRecord } from './audit-entry.js';

/** The collections of the audit log and of the families below. */
export interface AuditModels extends PlatformModels {
  auditEntries: Model<AuditEntryRecord>;
}

export const AUDIT_SCHEMAS = {
  auditEntries: auditEntrySchema,
};
