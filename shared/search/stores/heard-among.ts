import type { InventoryModels } from '../../inventory/models/models.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { inRange, type HeardRange } from '../domain/heard-range.js';

/** Which of at most 1,000 devices were last heard in a range. */
export async function heardAmong(
  { deviceStates }: InventoryModels,
  organisationId: number,
  heard: HeardRange,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const found = await deviceStates
    .find({ organisationId, _id: { $in: [...ids] }, sortKey: inRange(heard) }, { _id: 1 })
    .hint('_id_')
    .batchSize(ONE_ANSWER)
    .lean<{ _id: number }[]>();
  return new Set(found.map(({ _id }) => _id));
}
