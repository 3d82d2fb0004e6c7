import type { ClientSession } from 'mongoose';
import { administersAll, type Caller } from '../../access/domain/access.js';
import { STAGED, type BulkFailure } from '../domain/bulk-change.js';
import type { RefusedRow, RowResult } from '../domain/import-row.js';
import type { BulkListRecord, BulkOperationRecord } from '../models/bulk-operation.js';
import type { BulkModels } from '../models/models.js';

/** The operation was cancelled, or another worker has gone on with it. The transaction aborts. */
export class BatchStopped extends Error {
  override readonly name = 'BatchStopped';
}

/** Leads to an operation, whose record may be large. */
export type BulkRef = Pick<BulkOperationRecord, '_id' | 'organisationId'>;

/** An open operation as the workers choose among them. */
export interface OpenBulkOperation extends BulkRef {
  readonly isStaged: boolean;
}

const MAX_FAILED = 1000;

export function createBulkOperationStore({ bulkLists, bulkOperations, organisations }: BulkModels) {
  const listId = ({ _id }: BulkOperationRecord, list: number): string => `${_id}:${list}`;

  return {
    /** @param lists that are known when it is created; a worker writes those of other operations */
    async create(
      operation: BulkOperationRecord,
      lists: readonly Pick<BulkListRecord, 'ids' | 'rows'>[],
      session: ClientSession,
    ): Promise<void> {
      await bulkOperations.create([operation], { session });
      if (lists.length === 0) return;
      const { organisationId, createdAt } = operation;
      const records = lists.map((list, at) => {
        return { _id: listId(operation, at), organisationId, ...list, changed: [], createdAt };
      });
      await bulkLists.insertMany(records, { session, lean: true });
    },
    /**
     * The number of open operations of an organisation. It stays so until the transaction ends: of two that count, the later
     * one is tried again.
     */
    async countOpen(organisationId: number, session: ClientSession): Promise<number> {
      await organisations.updateOne({ _id: organisationId }, { $inc: { bulkRevision: 1 } }, { session });
      return bulkOperations.countDocuments({ organisationId, isOpen: true }, { session }).exec();
    },
    /** An operation of the caller, or any one of the organisation for its administrators. */
    async find(caller: Caller, _id: number): Promise<BulkOperationRecord | null> {
      const { organisationId, userId } = caller;
      return bulkOperations
        .findOne({ _id, organisationId, ...(administersAll(caller) ? {} : { userId }) })
        .lean();
    },
    /** Open operations of every organisation that are due, the oldest first. */
    async due(at: Date, limit: number): Promise<OpenBulkOperation[]> {
      const found = await bulkOperations
        .find({ isOpen: true, dueAt: { $lte: at } }, { organisationId: 1, 'change.action': 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .hint('open')
        .lean<Pick<BulkOperationRecord, '_id' | 'organisationId' | 'change'>[]>();
      return found.map(({ _id, organisationId, change: { action } }) => {
        return { _id, organisationId, isStaged: action in STAGED };
      });
    },
    /** The operation as it is now. */
    async current({ _id, organisationId }: BulkRef): Promise<BulkOperationRecord | null> {
      return bulkOperations.findOne({ _id, organisationId }).lean();
    },
    /**
     * Writes the next list of a queued operation.
     * @param ids at most 1,000; @param listedTo the last device that was read; null at the end, which starts the changes
     * @returns false when the operation is no longer as it was read
     */
    async addList(
      read: BulkOperationRecord,
      ids: readonly number[],
      listedTo: number | null,
      at: Date,
      session: ClientSession,
    ): Promise<boolean> {
      const { _id, organisationId, lists } = read;
      const count = lists + (ids.length > 0 ? 1 : 0);
      const isEmpty = listedTo === null && count === 0;
      const { matchedCount } = await bulkOperations.updateOne(
        { _id, organisationId, state: 'queued', lists, listedTo: read.listedTo },
        {
          $set: {
            lists: count,
            ...(listedTo === null ? { state: isEmpty ? 'completed' : 'running' } : { listedTo }),
            ...(isEmpty ? { isOpen: false, finishedAt: at } : {}),
          },
          $inc: { total: ids.length },
        },
        { session },
      );
      if (matchedCount !== 1) return false;
      const list = { _id: listId(read, lists), organisationId, ids: [...ids], changed: [], createdAt: at };
      if (ids.length > 0) await bulkLists.create([list], { session });
      return true;
    },
    /** The list whose devices are to be changed now. */
    async list(read: BulkOperationRecord): Promise<BulkListRecord | null> {
      return bulkLists.findOne({ _id: listId(read, read.next), organisationId: read.organisationId }).lean();
    },
    /**
     * Counts devices as changed, in the transaction that changes them, and as canaries before the rest is changed. Thus no
     * device is changed twice, and none is changed after a cancellation.
     * @throws BatchStopped
     */
    async recordChanged(
      read: BulkOperationRecord,
      ids: readonly number[],
      session: ClientSession,
      results: readonly RowResult[] = [],
    ): Promise<void> {
      const { _id, organisationId, stage, next } = read;
      const canaries = stage === 'canaries' ? ids.length : 0;
      const counted = await bulkOperations.updateOne(
        { _id, organisationId, state: 'running', stage, next },
        { $inc: { done: ids.length, canaries } },
        { session },
      );
      if (counted.matchedCount !== 1) throw new BatchStopped();
      const listed = await bulkLists.updateOne(
        { _id: listId(read, next), organisationId, changed: { $nin: [...ids] } },
        {
          $push: {
            changed: { $each: [...ids] },
            ...(results.length > 0 ? { results: { $each: [...results] } } : {}),
          },
        },
        { session },
      );
      if (listed.matchedCount !== 1) throw new BatchStopped();
    },
    /**
     * Records that an import has created a network, in the transaction that creates it: once for each name.
     * @throws BatchStopped
     */
    async recordCreated(
      { _id, organisationId, next }: BulkOperationRecord,
      name: string,
      session: ClientSession,
    ): Promise<void> {
      const recorded = await bulkOperations.updateOne(
        { _id, organisationId, state: 'running', next, created: { $ne: name } },
        { $push: { created: name } },
        { session },
      );
      if (recorded.matchedCount !== 1) throw new BatchStopped();
    },
    /** Keeps why rows of the list are not changed. */
    async recordRefused(read: BulkOperationRecord, refused: readonly RefusedRow[]): Promise<void> {
      if (refused.length === 0) return;
      const { organisationId, next } = read;
      await bulkLists.updateOne(
        { _id: listId(read, next), organisationId },
        { $set: { refused: [...refused] } },
      );
    },
    /**
     * Counts the devices of the list that were not changed, and goes on to the next list, once. Does nothing when devices
     * have been changed since the operation was read.
     */
    async finishList(
      { _id, organisationId, next, lists, done }: BulkOperationRecord,
      failures: readonly BulkFailure[],
      at: Date,
    ): Promise<void> {
      const isLast = next + 1 >= lists;
      await bulkOperations.updateOne(
        { _id, organisationId, state: 'running', stage: 'rest', next, done },
        {
          $set: isLast ? { state: 'completed', isOpen: false, finishedAt: at } : { state: 'running' },
          $inc: { next: 1, done: failures.length, failedCount: failures.length },
          $push: { failed: { $each: failures.slice(0, MAX_FAILED), $slice: MAX_FAILED } },
        },
      );
    },
    /** Null when it has ended. */
    async cancel(
      { _id, organisationId }: BulkOperationRecord,
      at: Date,
      session: ClientSession,
    ): Promise<BulkOperationRecord | null> {
      return bulkOperations
        .findOneAndUpdate(
          { _id, organisationId, state: { $in: ['queued', 'running'] } },
          { $set: { state: 'cancelled', isOpen: false, finishedAt: at } },
          { session, returnDocument: 'after' },
        )
        .lean();
    },
  };
}
