import { BATCH, ONE_ANSWER } from '../platform/mongo/batches.js';
import type { DataMigration } from './data-migration.js';

/**
 * Sets `deletedAt` of uplinks flagged before the field existed, so that they expire; their retention starts with
 * the migration. Reads batches of 1,000 by id. Uplinks flagged later by an older version have no date and do not
 * expire.
 */
export const dateDeletedUplinks: DataMigration = {
  name: 'date-deleted-uplinks',
  async run({ uplinks }) {
    const deletedAt = new Date();
    const undated = { isDeleted: true, deletedAt: null };
    let last = -Infinity;
    for (;;) {
      const batch = await uplinks
        .find({ _id: { $gt: last }, ...undated }, { organisationId: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean();
      if (batch.length === 0) return;
      last = batch.at(-1)?._id ?? last;
      const organisationId = { $in: [...new Set(batch.map((uplink) => uplink.organisationId))] };
      const _id = { $in: batch.map((uplink) => uplink._id) };
      await uplinks.updateMany({ organisationId, _id, ...undated }, { $set: { deletedAt } });
    }
  },
};
