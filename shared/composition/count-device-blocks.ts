import { BLOCK, countedIn } from '../inventory/domain/device-blocks.js';
import type { Models } from './models.js';
import type { DataMigration } from './data-migration.js';

/**
 * Counts the devices of each organisation by blocks of ids. The counts are written only if the inventory has not
 * changed since, otherwise counted again; an interrupted run resumes with the remaining organisations. Without
 * block counts, pages far down a list are found by skipping the devices before them.
 */
export const countDeviceBlocks: DataMigration = {
  name: 'count-device-blocks',
  async run(models) {
    const all = await models.organisations.find({}, { deviceCount: 1, deviceBlocks: 1 }).lean();
    const uncounted = all.filter(
      ({ deviceBlocks, deviceCount }) => countedIn(deviceBlocks ?? {}) !== deviceCount,
    );
    for (const { _id } of uncounted) while (!(await countOne(models, _id)));
  },
};

async function countOne({ organisations, devices }: Models, _id: number): Promise<boolean> {
  const organisation = await organisations.findOne({ _id }, { inventoryRevision: 1 }).lean();
  if (!organisation) return true;
  const counted = await devices.aggregate<{ _id: number; devices: number }>([
    { $match: { organisationId: _id } },
    { $group: { _id: { $floor: { $divide: ['$_id', BLOCK] } }, devices: { $sum: 1 } } },
  ]);
  const deviceBlocks = Object.fromEntries(counted.map((block) => [String(block._id), block.devices]));
  const inventoryRevision = organisation.inventoryRevision ?? { $exists: false };
  const written = await organisations.updateOne({ _id, inventoryRevision }, { $set: { deviceBlocks } });
  return written.matchedCount === 1;
}
