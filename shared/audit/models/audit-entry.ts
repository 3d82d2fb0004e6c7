import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { AuditedFields } from '../domain/audit-entry.js';

/** An entry of the audit log. It is written once and never changed, except that a bulk change adds to its counts. */
export interface AuditEntryRecord {
  _id: string;
  organisationId: number;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  before: AuditedFields | null;
  after: AuditedFields | null;
  reason: string | null;
  requestId: string | null;
  /** The position in the log of the subject, and its text; absent for subjects without a log. */
  seq?: number;
  n?: number;
  text?: string;
}

const { Mixed } = Schema.Types;

export const auditEntryModel = new Schema<AuditEntryRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    at: { type: Date, required: true },
    actor: { type: String, required: true },
    action: { type: String, required: true },
    subject: { type: String, required: true },
    before: { type: Mixed, default: null },
    after: { type: Mixed, default: null },
    reason: { type: String, default: null },
    requestId: { type: String, default: null },
    seq: { type: Number, default: undefined },
    n: { type: Number, default: undefined },
    text: { type: String, default: undefined },
  },
  collection('audit_entries'),
);
auditEntryModel.index({ organisationId: 1, at: 1, _id: 1 }, { name: 'organisation_at' });
for (const field of ['subject', 'actor', 'action'] as const)
  auditEntryModel.index(
    { organisationId: 1, [field]: 1, at: 1, _id: 1 },
    { name: `organisation_${field}_at` },
  );
auditEntryModel.index(
  { organisationId: 1, subject: 1, seq: 1, n: 1 },
  { name: 'log', partialFilterExpression: { seq: { $gte: 0 } } },
);
// For the retention, and for the command line, which reads the entries of all organisations.
auditEntryModel.index({ at: 1, _id: 1 }, { name: 'at' });
