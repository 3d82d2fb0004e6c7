import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
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
  const { filter, first } = insertedOf(entry);
  await auditEntries.updateOne(
    filter,
    {
      $setOnInsert: first,
      $inc: { 'after.count': count },
      $push: { 'after.names': { $each: names.slice(0, MAX_NAMES), $slice: MAX_NAMES } },
    },
    { session, upsert: true },
  );
}

const MAX_NAMES = 100;

/**
 * Counts what may happen often: the entry appears with the first time, and its `after` has the `count` and the last time. One
 * round trip, or two for the first ones at once.
 */
export async function countEntry(
  { auditEntries }: Pick<AuditModels, 'auditEntries'>,
  entry: AuditEntry,
): Promise<void> {
  const { filter, first } = insertedOf(entry);
  const update = {
    $setOnInsert: first,
    $inc: { 'after.count': 1 },
    $max: { 'after.last_at': entry.at.toISOString() },
  };
  try {
    await auditEntries.updateOne(filter, update, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await auditEntries.updateOne(filter, update);
  }
}

/** What the first write of an entry sets, whose `after` others add to. */
function insertedOf(entry: AuditEntry) {
  const { _id, organisationId, after, ...fields } = recordOf(entry);
  const fixed = Object.entries(after ?? {}).map(([name, value]) => [`after.${name}`, value]);
  return { filter: { _id, organisationId }, first: { ...fields, ...(Object.fromEntries(fixed) as object) } };
}
