import { BLOCK, countedIn } from '../inventory/domain/device-blocks.js';
import type { Models } from './models.js';
import type { DataMigration } from './data-migration.js';

/**
 * Counts the devices of each organisation by blocks of ids. Each organisation is written on the condition that its
 * inventory has not changed since it was counted, else counted again; one that is cut off goes on with those that
 * are left. Until then, and where a process of an older version has changed devices since, pages far down a list
 * are found by passing over the ones before.
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
