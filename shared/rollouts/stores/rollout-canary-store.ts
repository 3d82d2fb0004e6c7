import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { NO_DEADLINE, type RolloutMembership } from '../../upgrades/domain/upgrade-change.js';
import { shownStatus, type UpgradeStatus } from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import { transition } from '../../upgrades/stores/transition.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutRecord } from '../models/rollout.js';
import { membersOf } from './members.js';
import type { RolloutRef } from './rollout-store.js';

/** An upgrade of a rollout and its stage. */
export interface MemberUpgrade {
  readonly id: number;
  readonly macId: string;
  readonly stage: number;
  readonly status: UpgradeStatus;
  readonly attempts: number;
}

export type RolloutCanaryStore = ReturnType<typeof createRolloutCanaryStore>;

/** The upgrades of canaries, as draws read and move them. */
export function createRolloutCanaryStore({ upgrades }: RolloutModels) {
  return {
    /** The upgrades of the rollout of at most 1,000 devices, by device. */
    async ofDevices(
      { organisationId, scheduleId }: Pick<RolloutRecord, 'organisationId' | 'scheduleId'>,
      deviceIds: readonly number[],
    ): Promise<Map<number, MemberUpgrade>> {
      if (scheduleId === null || deviceIds.length === 0) return new Map();
      const found = await upgrades
        .find(
          { organisationId, scheduleId, routerInventoryId: { $in: [...deviceIds] }, inRollout: true },
          MEMBER,
        )
        .hint('organisation_device_schedule')
        .batchSize(ONE_ANSWER)
        .lean<Member[]>();
      return new Map(found.map((upgrade) => [upgrade.routerInventoryId, memberUpgrade(upgrade)]));
    },
    /**
     * Gives upgrades that have not begun to another stage. One that has a slot loses it: Pending again, or Queued without a
     * slot where it was offered. May be repeated.
     */
    async giveToStage(rollout: RolloutRef, ids: readonly number[], stage: number, at: Date): Promise<void> {
      const these = { ...membersOf(rollout), _id: { $in: [...ids] } };
      const set = { rolloutStage: stage, updatedAt: at };
      const unoffered = { ...these, offeredAt: null, attempts: 0 };
      await upgrades.bulkWrite([
        { updateMany: { filter: { ...these, status: '' }, update: { $set: set } } },
        {
          updateMany: transition('Queued', 'Pending', 'offerMissed', unoffered, {
            at,
            rolloutStage: stage,
            deadlineAt: null,
            hasSlot: false,
          }),
        },
        {
          updateMany: {
            filter: { ...these, status: 'Queued', offeredAt: { $ne: null }, attempts: 0 },
            update: { $set: { ...set, hasSlot: false, deadlineAt: NO_DEADLINE } },
          },
        },
      ]);
    },
  };
}

type Member = Pick<UpgradeRecord, '_id' | 'routerInventoryId' | 'macId' | 'status' | 'attempts'> &
  Pick<RolloutMembership, 'rolloutStage'>;

const MEMBER = { routerInventoryId: 1, macId: 1, status: 1, attempts: 1, rolloutStage: 1 } as const;

function memberUpgrade({ _id: id, macId, rolloutStage: stage, status, attempts }: Member): MemberUpgrade {
  return { id, macId, stage, status: shownStatus(status), attempts };
}
