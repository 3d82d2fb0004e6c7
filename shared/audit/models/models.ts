import type { ModelsOf } from '../../platform/models/models-of.js';
import type { PlatformModels } from '../../platform/models/models.js';
import { auditEntryModel } from './audit-entry.js';

export const AUDIT_MODELS = {
  auditEntries: auditEntryModel,
};

/** The collections of the audit log and of the families below. */
export interface AuditModels extends PlatformModels, ModelsOf<typeof AUDIT_MODELS> {}
