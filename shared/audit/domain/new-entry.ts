import { randomUUID } from 'node:crypto';
import type { AuditEntry, AuditedFields, Author } from './audit-entry.js';

/** A change of one record or many by one request. */
export interface BulkChange {
  readonly organisationId: number;
  readonly at: Date;
  readonly action: string;
  /** The kind of the records: `devices`. */
  readonly kind: string;
  /** The record, where there is but one: `device:5`. */
  readonly only?: string | undefined;
  readonly after?: AuditedFields | undefined;
}

/** The entry of a change that its transactions add to; `after.count` and `after.names` are theirs. */
export function bulkEntry({ kind, only, after = {}, ...change }: BulkChange, author: Author): AuditEntry {
  const fields = { before: null, after, reason: null };
  return { id: randomUUID(), ...change, ...author, subject: only ?? kind, ...fields };
}

/** The entry of a change that is written once, in its transaction. */
export function newEntry(
  change: Pick<AuditEntry, 'organisationId' | 'at' | 'action' | 'subject'> &
    Partial<Pick<AuditEntry, 'before' | 'after' | 'reason'>>,
  author: Author,
): AuditEntry {
  return { id: randomUUID(), before: null, after: null, reason: null, ...change, ...author };
}
