import type { ClientSession } from 'mongoose';
import type { Caller } from '../../access/domain/access.js';
import type { BulkModels } from '../models/models.js';
import type { SelectionRecord } from '../models/selection.js';

export function createSelectionStore({ organisations, selections }: BulkModels) {
  return {
    /**
     * The number of selections of an organisation that have not expired. It stays so until the transaction ends: of two that
     * count, the later one is repeated.
     */
    async count(organisationId: number, now: Date, session: ClientSession): Promise<number> {
      await organisations.updateOne({ _id: organisationId }, { $inc: { bulkRevision: 1 } }, { session });
      return selections.countDocuments({ organisationId, expiresAt: { $gt: now } }, { session }).exec();
    },
    async create(selection: SelectionRecord, session: ClientSession): Promise<void> {
      await selections.create([selection], { session });
    },
    /** A selection of the caller that has not expired. */
    async find({ organisationId, userId }: Caller, _id: number, now: Date): Promise<SelectionRecord | null> {
      return selections.findOne({ _id, organisationId, userId, expiresAt: { $gt: now } }).lean();
    },
  };
}
