import type { ClientSession } from 'mongoose';
import type { BulkOperationRecord } from '../models/bulk-operation.js';
import type { BulkModels } from '../models/models.js';
import { BatchStopped, type BulkRef } from './bulk-operation-store.js';

/** How staged operations go on, and wait. */
export function createBulkStageStore({ bulkLists, bulkOperations }: BulkModels) {
  return {
    /** The oldest operation of each of some organisations that is open and not due: it waits for its canaries. */
    async oldestWaiting(organisationIds: readonly number[], at: Date): Promise<Map<number, number>> {
      if (organisationIds.length === 0) return new Map();
      const found = await bulkOperations
        .find({ organisationId: { $in: [...organisationIds] }, isOpen: true, dueAt: { $gt: at } })
        .select({ organisationId: 1 })
        .hint('organisation_open')
        .lean();
      const oldest = new Map<number, number>();
      for (const { _id, organisationId } of found)
        oldest.set(organisationId, Math.min(_id, oldest.get(organisationId) ?? _id));
      return oldest;
    },
    /**
     * Goes on to the next list after the canaries of one are changed, once; after the last list, to their soak, if there are
     * any. Does nothing when canaries have been changed since the operation was read.
     */
    async finishCanaries(
      { _id, organisationId, next, lists, canaries }: BulkOperationRecord,
      at: Date,
    ): Promise<void> {
      const isLast = next + 1 >= lists;
      const stage = canaries === 0 ? 'rest' : 'soak';
      await bulkOperations.updateOne(
        { _id, organisationId, state: 'running', stage: 'canaries', next, canaries },
        { $set: isLast ? { stage, next: 0, dueAt: at } : { next: next + 1 } },
      );
    },
    /**
     * Counts canaries that have ended, in the transaction that records their ends.
     * @throws BatchStopped
     */
    async countEnded(
      { _id, organisationId }: BulkOperationRecord,
      ended: { readonly passed: number; readonly refused: number },
      session: ClientSession,
    ): Promise<void> {
      const counted = await bulkOperations.updateOne(
        { _id, organisationId, state: 'running', stage: 'soak' },
        { $inc: { ...ended } },
        { session },
      );
      if (counted.matchedCount !== 1) throw new BatchStopped();
    },
    /** Goes on to the devices that are not changed yet, once. */
    async endSoak({ _id, organisationId }: BulkOperationRecord): Promise<void> {
      await bulkOperations.updateOne(
        { _id, organisationId, state: 'running', stage: 'soak' },
        { $set: { stage: 'rest', next: 0 } },
      );
    },
    /** Leaves an operation alone until a time, unless another worker has gone on with it. */
    async postpone(
      { _id, organisationId, stage, next, dueAt }: BulkOperationRecord,
      until: Date,
    ): Promise<void> {
      await bulkOperations.updateOne(
        { _id, organisationId, state: 'running', stage, next, dueAt },
        { $set: { dueAt: until } },
      );
    },
    /** Those of some devices that the operation has changed. */
    async changedAmong({ _id, organisationId }: BulkRef, ids: readonly number[]): Promise<number[]> {
      if (ids.length === 0) return [];
      const found = await bulkLists
        .find(
          { organisationId, _id: { $gte: `${_id}:`, $lt: `${_id};` }, changed: { $in: [...ids] } },
          { changed: 1 },
        )
        .hint('_id_')
        .lean();
      const changed = new Set(found.flatMap((list) => list.changed));
      return ids.filter((id) => changed.has(id));
    },
  };
}
