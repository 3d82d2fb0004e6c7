import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../domain/audit-entry.js';
import { presentable } from '../domain/presentable.js';
import type { AuditEntryRecord } from '../models/audit-entry.js';
import type { AuditModels } from '../models/models.js';

/**
 * Writes entries: in the transaction of their change, or after it under ids that are derived from the change, so that
 * writing them again changes nothing. One round trip.
 */
export async function writeEntries(
  { auditEntries }: Pick<AuditModels, 'auditEntries'>,
  entries: readonly AuditEntry[],
  session?: ClientSession,
): Promise<void> {
  if (entries.length === 0) return;
  await auditEntries.bulkWrite(
    entries.map((entry) => {
      const { _id, organisationId, ...fields } = recordOf(entry);
      const filter = { _id, organisationId };
      return { updateOne: { filter, update: { $setOnInsert: fields }, upsert: true } };
    }),
    { ordered: false, ...(session ? { session } : {}) },
  );
}

function recordOf({ id, before, after, log, ...entry }: AuditEntry): AuditEntryRecord {
  return { _id: id, ...entry, before: presentable(before), after: presentable(after), ...log };
}
