import type { ClientSession } from 'mongoose';
import type { Caller } from '../../access/domain/access.js';
import type { BulkModels } from '../models/models.js';
import type { SelectionRecord } from '../models/selection.js';

export interface SelectionStore {
  create(selection: SelectionRecord, session: ClientSession): Promise<void>;
  /** A selection of the caller that has not expired. */
  find(caller: Caller, id: number, now: Date): Promise<SelectionRecord | null>;
}

export function createSelectionStore({ selections }: BulkModels): SelectionStore {
  return {
    async create(selection, session) {
      await selections.create([selection], { session });
    },
    async find({ organisationId, userId }, _id, now) {
      return selections.findOne({ _id, organisationId, userId, expiresAt: { $gt: now } }).lean();
    },
  };
}
