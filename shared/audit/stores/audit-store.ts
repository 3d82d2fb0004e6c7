import type { ClientSession } from 'mongoose';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import type { AuditEntryRecord } from '../models/audit-entry.js';
import type { AuditModels } from '../models/models.js';
import { writeEntries } from './write-entries.js';

/** A place in the log of a subject. */
export interface LogPlace {
  readonly seq: number;
  readonly n: number;
}

export interface AuditStore {
  /** Writes entries; in a transaction that of their change. An entry that exists stays as it is. */
  write(entries: readonly AuditEntry[], session?: ClientSession): Promise<void>;
  /** The log of a subject in order, after a place and not beyond a `seq`. */
  log(
    organisationId: number,
    subject: string,
    range: { readonly after: LogPlace; readonly toSeq: number },
    limit: number,
  ): Promise<AuditEntryRecord[]>;
  /** Deletes entries that are older than a time, at most 1,000, the oldest first. */
  expire(before: Date): Promise<{ readonly read: number; readonly deleted: number }>;
}

export function createAuditStore(models: AuditModels): AuditStore {
  const { auditEntries } = models;
  return {
    write: (entries, session) => writeEntries(models, entries, session),
    async log(organisationId, subject, { after, toSeq }, limit) {
      return auditEntries
        .find({
          organisationId,
          subject,
          seq: { $gte: after.seq, $lte: toSeq },
          $or: [{ seq: { $gt: after.seq } }, { n: { $gt: after.n } }],
        })
        .sort({ seq: 1, n: 1 })
        .hint('log')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    async expire(before) {
      const old = { at: { $lt: before } };
      const found = await auditEntries
        .find(old, { organisationId: 1 })
        .sort({ at: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean();
      if (found.length === 0) return { read: 0, deleted: 0 };
      const { deletedCount } = await auditEntries.deleteMany({
        organisationId: { $in: [...new Set(found.map(({ organisationId }) => organisationId))] },
        _id: { $in: found.map(({ _id }) => _id) },
        ...old,
      });
      return { read: found.length, deleted: deletedCount };
    },
  };
}
