import type { ClientSession } from 'mongoose';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { LEFT, leftRolloutOf } from './membership.js';
import { duplicateKeys } from '../../platform/mongo/batches.js';

/** An upgrade that is about to be deleted. */
export type Leaving = Pick<
  UpgradeRecord,
  | '_id'
  | 'organisationId'
  | 'routerInventoryId'
  | 'scheduleId'
  | 'formerScheduleIds'
  | 'leftRollouts'
  | keyof typeof LEFT
>;

/** Whether a rollout counts the deletion: it must then be exact, so record and deletion need one transaction. */
export function isCounted(leaving: Pick<Leaving, 'leftRollouts' | keyof typeof LEFT>): boolean {
  return leftRolloutsOf(leaving).length > 0;
}

/** The rollouts that the device leaves by the deletion, and those it left before that no tick has counted. */
function leftRolloutsOf({
  leftRollouts = [],
  ...leaving
}: Pick<Leaving, 'leftRollouts' | keyof typeof LEFT>) {
  return [...leftRollouts, ...leftRolloutOf(leaving)];
}

/** For a projection. */
export const LEAVING = {
  organisationId: 1,
  routerInventoryId: 1,
  scheduleId: 1,
  formerScheduleIds: 1,
  ...LEFT,
  leftRollouts: 1,
} as const;

/**
 * Records upgrades in `deleted_upgrades` before they are deleted: if the process dies in between, the upgrades are
 * still there and nothing is lost. One write, which may be repeated.
 */
export async function recordDeletions(
  { deletedUpgrades }: UpgradeModels,
  leaving: readonly Leaving[],
  at: Date,
  session?: ClientSession,
): Promise<void> {
  if (leaving.length === 0) return;
  const records = leaving.map(
    ({ _id, organisationId, routerInventoryId, scheduleId, formerScheduleIds, ...rest }) => ({
      _id: `${_id}:${scheduleId}`,
      organisationId,
      routerInventoryId,
      scheduleIds: [...formerScheduleIds, scheduleId],
      deletedAt: at,
      ...(isCounted(rest) ? { leftRollouts: leftRolloutsOf(rest) } : {}),
    }),
  );
  await deletedUpgrades.collection
    .insertMany(records as never[], { ordered: false, ...(session ? { session } : {}) })
    .catch((error: unknown) => duplicateKeys(error));
}
