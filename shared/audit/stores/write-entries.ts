import type { ClientSession } from 'mongoose';
import { presentable, type AuditEntry } from '../domain/audit-entry.js';
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

/** What one transaction of a bulk change adds to its entry. */
export interface BulkShare {
  readonly count: number;
  /** The records that changed; an entry names the first 100. */
  readonly names: readonly string[];
}

/**
 * Adds a transaction's share to the entry of a bulk change, which several transactions make: the entry appears with the
 * first and counts what each of them changed, however many follow before the process dies. One round trip.
 * @param entry as every transaction of the change gives it
 */
export async function addToBulkEntry(
  { auditEntries }: Pick<AuditModels, 'auditEntries'>,
  entry: AuditEntry,
  { count, names }: BulkShare,
  session: ClientSession,
): Promise<void> {
  if (count === 0) return;
  const { _id, organisationId, after, ...fields } = recordOf(entry);
  const fixed = Object.entries(after ?? {}).map(([name, value]) => [`after.${name}`, value]);
  await auditEntries.updateOne(
    { _id, organisationId },
    {
      $setOnInsert: { ...fields, ...(Object.fromEntries(fixed) as object) },
      $inc: { 'after.count': count },
      $push: { 'after.names': { $each: names.slice(0, MAX_NAMES), $slice: MAX_NAMES } },
    },
    { session, upsert: true },
  );
}

const MAX_NAMES = 100;
