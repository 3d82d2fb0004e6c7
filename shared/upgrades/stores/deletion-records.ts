import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { duplicateKeys } from '../../platform/mongo/batches.js';

/** An upgrade that is about to be deleted. */
export type Leaving = Pick<
  UpgradeRecord,
  '_id' | 'organisationId' | 'routerInventoryId' | 'scheduleId' | 'formerScheduleIds'
>;

/** For a projection. */
export const LEAVING = {
  organisationId: 1,
  routerInventoryId: 1,
  scheduleId: 1,
  formerScheduleIds: 1,
} as const;

/**
 * Records upgrades in `deleted_upgrades` before they are deleted: if the process dies in between, the upgrades are
 * still there and nothing is lost. One write, which may be repeated.
 */
export async function recordDeletions(
  { deletedUpgrades }: UpgradeModels,
  leaving: readonly Leaving[],
  at: Date,
): Promise<void> {
  if (leaving.length === 0) return;
  const records = leaving.map(
    ({ _id, organisationId, routerInventoryId, scheduleId, formerScheduleIds }) => ({
      _id: `${_id}:${scheduleId}`,
      organisationId,
      routerInventoryId,
      // Upgrades of earlier versions of airfleet have no list.
      scheduleIds: [...((formerScheduleIds as number[] | undefined) ?? []), scheduleId],
      deletedAt: at,
    }),
  );
  await deletedUpgrades.collection
    .insertMany(records as never[], { ordered: false })
    .catch((error: unknown) => duplicateKeys(error));
}
