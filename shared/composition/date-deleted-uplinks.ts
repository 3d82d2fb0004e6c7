import type { UplinkRecord } from '../inventory/models/uplink.js';
import { walkById } from '../platform/mongo/batches.js';
import type { DataMigration } from './data-migration.js';

type Found = Pick<UplinkRecord, '_id' | 'organisationId'>;

/**
 * Sets `deletedAt` of uplinks flagged before the field existed, so that they expire; their retention starts with
 * the migration. Uplinks flagged later by an older version have no date and do not expire.
 */
export const dateDeletedUplinks: DataMigration = {
  name: 'date-deleted-uplinks',
  async run({ uplinks }) {
    const deletedAt = new Date();
    const undated = { isDeleted: true, deletedAt: null };
    const batches = walkById<Found, UplinkRecord>(uplinks, undated, { organisationId: 1 });
    for await (const batch of batches) {
      const organisationId = { $in: [...new Set(batch.map((uplink) => uplink.organisationId))] };
      const _id = { $in: batch.map((uplink) => uplink._id) };
      await uplinks.updateMany({ organisationId, _id, ...undated }, { $set: { deletedAt } });
    }
  },
};
