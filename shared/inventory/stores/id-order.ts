import { BLOCK, countedIn, idAtOffset, type IdPlace } from '../domain/device-blocks.js';
import type { InventoryModels } from '../models/models.js';

/** Up to so far it is as quick to pass over what comes before as to find out where to begin. */
const NEAR = 2 * BLOCK;

/**
 * Where the device at `offset` of an organisation stands in the order of ids, by counts that are kept with the
 * records. One round trip; none when it is near, and the place is then the beginning.
 */
export async function seekOffset(
  { organisations }: InventoryModels,
  organisationId: number,
  offset: number,
): Promise<IdPlace> {
  const beginning = { from: 0, skip: offset };
  if (offset < NEAR) return beginning;
  const organisation = await organisations
    .findOne({ _id: organisationId }, { deviceCount: 1, deviceBlocks: 1 })
    .lean();
  const { deviceBlocks = {}, deviceCount = 0 } = organisation ?? {};
  // They differ where a process of an older version has changed devices.
  return countedIn(deviceBlocks) === deviceCount
    ? (idAtOffset(deviceBlocks, offset) ?? beginning)
    : beginning;
}
