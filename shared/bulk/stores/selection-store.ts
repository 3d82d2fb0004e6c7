import type { ClientSession } from 'mongoose';
import type { Caller } from '../../access/domain/access.js';
import type { BulkModels } from '../models/models.js';
import type { SelectionRecord } from '../models/selection.js';

export interface SelectionStore {
  /**
   * The number of selections of an organisation that have not expired. It stays so until the transaction ends: of two that
   * count, the later one is repeated.
   */
  count(organisationId: number, now: Date, session: ClientSession): Promise<number>;
  create(selection: SelectionRecord, session: ClientSession): Promise<void>;
  /** A selection of the caller that has not expired. */
  find(caller: Caller, id: number, now: Date): Promise<SelectionRecord | null>;
}

export function createSelectionStore({ organisations, selections }: BulkModels): SelectionStore {
  return {
    async count(organisationId, now, session) {
      await organisations.updateOne({ _id: organisationId }, { $inc: { bulkRevision: 1 } }, { session });
      return selections.countDocuments({ organisationId, expiresAt: { $gt: now } }, { session }).exec();
    },
    async create(selection, session) {
      await selections.create([selection], { session });
    },
    async find({ organisationId, userId }, _id, now) {
      return selections.findOne({ _id, organisationId, userId, expiresAt: { $gt: now } }).lean();
    },
  };
}
