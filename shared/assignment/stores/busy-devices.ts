import type { ClientSession } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';

/**
 * Which of these devices have their firmware written right now: they must not be released, moved or removed
 * (docs/decisions.md#inventory). One round trip.
 */
export async function busyDevices(
  { upgrades }: UpgradeModels,
  session: ClientSession,
  organisationId: number,
  deviceIds: readonly number[],
): Promise<Set<number>> {
  const installing = await upgrades
    .find(
      {
        organisationId,
        routerInventoryId: { $in: [...deviceIds] },
        released: true,
        status: 'Installing',
      },
      { routerInventoryId: 1 },
      { session, batchSize: ONE_ANSWER },
    )
    .lean();
  return new Set(installing.map((upgrade) => upgrade.routerInventoryId));
}
