import type { ClientSession } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { WRITING_STATUSES } from '../../upgrades/domain/upgrade-status.js';
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
  const busy = await upgrades
    .find(
      {
        organisationId,
        routerInventoryId: { $in: [...deviceIds] },
        released: true,
        status: { $in: WRITING_STATUSES },
      },
      { routerInventoryId: 1 },
      { session, batchSize: ONE_ANSWER },
    )
    .lean();
  return new Set(busy.map((upgrade) => upgrade.routerInventoryId));
}
