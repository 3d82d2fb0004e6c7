import type { ClientSession } from 'mongoose';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import type { AuditEntryRecord } from '../models/audit-entry.js';
import type { AuditModels } from '../models/models.js';
import { countEntry, writeEntries } from './write-entries.js';

/** A position in the log of a subject. */
export interface LogPosition {
  readonly seq: number;
  readonly n: number;
}

/** Of the entries of an organisation, those with all of these. */
export interface AuditFilter {
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** From this time on. */
  readonly from?: Date | undefined;
  /** Before this time. */
  readonly to?: Date | undefined;
}

/** An entry in the order of the log. */
export interface AuditPosition {
  readonly at: Date;
  readonly id: string;
}

export interface AuditPage {
  readonly entries: AuditEntryRecord[];
  /** Where the next page begins; null after the last. */
  readonly next: AuditPosition | null;
}

/** An index begins with each of these; of two, the first is expected to have fewer entries. */
const INDEXED = ['subject', 'actor', 'action'] as const;
/** A page reads at most this many batches. */
const MAX_BATCHES = 5;

export function createAuditStore(models: AuditModels) {
  const { auditEntries } = models;
  return {
    /** Writes entries; in a transaction that of their change. An entry that exists stays as it is. */
    write: (entries: readonly AuditEntry[], session?: ClientSession): Promise<void> =>
      writeEntries(models, entries, session),
    /** Counts what may happen often in one entry. */
    count: (entry: AuditEntry): Promise<void> => countEntry(models, entry),
    /** The log of a subject in order, after a position and not beyond a `seq`. */
    async log(
      organisationId: number,
      subject: string,
      { after, toSeq }: { readonly after: LogPosition; readonly toSeq: number },
      limit: number,
    ): Promise<AuditEntryRecord[]> {
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
    /**
     * A page of the entries of an organisation, the newest first. With several conditions it reads at most 5,000 entries, so
     * it may be short and still have a next page.
     * @param organisationId null for the entries of all organisations and of the installation
     */
    async page(
      organisationId: number | null,
      filter: AuditFilter,
      before: AuditPosition | null,
      limit: number,
    ): Promise<AuditPage> {
      const { equal, index, others } = readingOf(organisationId, filter);
      const size = others.length === 0 ? limit + 1 : BATCH;
      const entries: AuditEntryRecord[] = [];
      let position = before;
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const found = await auditEntries
          .find({
            ...equal,
            at: {
              $gte: filter.from ?? new Date(0),
              ...(filter.to === undefined ? {} : { $lt: filter.to }),
              ...(position === null ? {} : { $lte: position.at }),
            },
            ...(position === null
              ? {}
              : { $or: [{ at: { $lt: position.at } }, { _id: { $lt: position.id } }] }),
          })
          .sort({ at: -1, _id: -1 })
          .hint(index)
          .limit(size)
          .batchSize(size + 1)
          .lean<AuditEntryRecord[]>();
        for (const entry of found) {
          if (entries.length === limit) return { entries, next: position };
          if (others.every((field) => entry[field] === filter[field])) entries.push(entry);
          position = { at: entry.at, id: entry._id };
        }
        if (found.length < size) return { entries, next: null };
      }
      return { entries, next: position };
    },
    /** Replaces what entries show, which were read before. Repeating it changes nothing. */
    async rewrite(
      entries: readonly Pick<AuditEntryRecord, '_id' | 'organisationId' | 'before' | 'after'>[],
    ): Promise<void> {
      if (entries.length === 0) return;
      const updates = entries.map(({ _id, organisationId, before, after }) => ({
        updateOne: { filter: { _id, organisationId }, update: { $set: { before, after } } },
      }));
      await auditEntries.bulkWrite(updates, { ordered: false });
    },
    /** Deletes entries that are older than a time, at most 1,000, the oldest first. */
    async expire(before: Date): Promise<{ readonly read: number; readonly deleted: number }> {
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

/** The index that serves a filter, the fields that it begins with, and those that are compared in this process. */
function readingOf(organisationId: number | null, filter: AuditFilter) {
  const given = INDEXED.filter((field) => filter[field] !== undefined);
  if (organisationId === null) return { equal: {}, index: 'at', others: given };
  const [name, ...others] = given;
  return name === undefined
    ? { equal: { organisationId }, index: 'organisation_at', others }
    : { equal: { organisationId, [name]: filter[name] }, index: `organisation_${name}_at`, others };
}
