import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { RolloutMembership } from '../../upgrades/domain/upgrade-change.js';
import {
  END_STATUSES,
  shownStatus,
  type EndStatus,
  type StoredStatus,
  type UpgradeCause,
} from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { MissedUpgrades } from '../domain/gates/delivery-gate.js';
import type { UncountedUpgrades } from '../domain/progress.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { ScanPosition, TickRecord } from '../models/rollout-tick.js';
import { membersOf } from './members.js';
import { waiting, WAITING, type StoredWaiting, type WaitingUpgrade } from './waiting-upgrade.js';
import type { RolloutRef } from './rollout-store.js';

/** An ended upgrade that no tick has counted. */
export interface EndedUpgrade {
  readonly id: number;
  readonly deviceId: number;
  readonly stage: number;
  readonly status: EndStatus;
  readonly cause: UpgradeCause | null;
  readonly partNumber: string;
  readonly macId: string;
  readonly networkId: number | null;
  /** When it ended. */
  readonly at: Date;
}

/** A device that left the rollout, by the id of its upgrade. */
export interface LeftUpgrade {
  readonly id: number;
  readonly rolloutId: number;
  readonly stage: number;
}

export type RolloutUpgradeStore = ReturnType<typeof createRolloutUpgradeStore>;

type Ended = Pick<
  UpgradeRecord,
  '_id' | 'routerInventoryId' | 'cause' | 'macId' | 'locationNetworkId' | 'statusSince'
> &
  Pick<RolloutMembership, 'rolloutStage' | 'partNumber'> & { status: EndStatus };

/** Statuses in which an upgrade waits for another try. */
const WAITING_STATUSES: readonly StoredStatus[] = ['', 'Queued'];
const MAX_MISSED = 10;

const ENDED = {
  routerInventoryId: 1,
  status: 1,
  cause: 1,
  macId: 1,
  locationNetworkId: 1,
  statusSince: 1,
  rolloutStage: 1,
  partNumber: 1,
} as const;

/** The upgrades of rollouts, as ticks and progress read them. */
export function createRolloutUpgradeStore({ upgrades, deletedUpgrades }: RolloutModels) {
  return {
    /** Ended upgrades that no tick has counted, at most `limit`. */
    async ended(rollout: RolloutRef, limit: number): Promise<EndedUpgrade[]> {
      const found = await upgrades
        .find({ ...membersOf(rollout), unprocessed: true, status: { $in: END_STATUSES } }, ENDED)
        .hint('member_unprocessed')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Ended[]>();
      return found.map(
        ({ _id: id, status, cause = null, macId, rolloutStage: stage, partNumber, ...rest }) => {
          const { routerInventoryId: deviceId, locationNetworkId: networkId, statusSince: at } = rest;
          return { id, deviceId, stage, status, cause, partNumber, macId, networkId, at };
        },
      );
    },
    /** Devices that left any of the rollouts and that no tick has counted, at most `limit`. */
    async left(rollouts: readonly RolloutRef[], limit: number): Promise<LeftUpgrade[]> {
      const ids = rollouts.map(({ _id }) => _id);
      const organisationId = { $in: [...new Set(rollouts.map((rollout) => rollout.organisationId))] };
      const gone = { organisationId, 'leftRollouts.id': { $in: ids } };
      const [taken, deleted] = await Promise.all([
        upgrades.find(gone, { leftRollouts: 1 }).hint('rollout_left').limit(limit).lean(),
        deletedUpgrades.find(gone, { leftRollouts: 1 }).hint('rollout_left').limit(limit).lean(),
      ]);
      // An upgrade that is being deleted is in both collections.
      const left = new Map<string, LeftUpgrade>();
      for (const { _id, leftRollouts = [] } of [...taken, ...deleted]) {
        const id = typeof _id === 'number' ? _id : Number.parseInt(_id, 10);
        for (const { id: rolloutId, stage } of leftRollouts)
          if (ids.includes(rolloutId)) left.set(`${id}:${rolloutId}`, { id, rolloutId, stage });
      }
      return [...left.values()].slice(0, limit);
    },
    /** Upgrades in flight, waiting in the queue, or ended and not counted, by stage and status; leaves out some ids. */
    async uncounted(
      rollouts: readonly RolloutRef[],
      except: readonly number[],
    ): Promise<UncountedUpgrades[]> {
      const among = {
        organisationId: { $in: [...new Set(rollouts.map(({ organisationId }) => organisationId))] },
        inRollout: true,
        rolloutId: { $in: rollouts.map(({ _id }) => _id) },
        unprocessed: true,
      };
      const groups = await upgrades.aggregate<{
        _id: { rolloutId: number; stage: number; status: StoredStatus; slot: boolean; part: string };
        count: number;
      }>(
        [
          { $match: among },
          ...(except.length === 0 ? [] : [{ $match: { _id: { $nin: [...except] } } }]),
          {
            $group: {
              _id: {
                rolloutId: '$rolloutId',
                stage: '$rolloutStage',
                status: '$status',
                slot: '$hasSlot',
                part: '$partNumber',
              },
              count: { $sum: 1 },
            },
          },
        ],
        { hint: 'member_unprocessed' },
      );
      return groups.map(({ _id: { status, ...group }, count }) => {
        return { ...group, status: shownStatus(status), count };
      });
    },
    /** Waiting upgrades whose latest try missed the device, after a time if one is given, by stage. */
    async missed(rollout: RolloutRef, after: Date | null): Promise<MissedUpgrades[]> {
      const groups = await upgrades.aggregate<{
        _id: number;
        count: number;
        examples: { upgrade_id: number; mac_id: string }[];
      }>(
        [
          {
            $match: {
              ...membersOf(rollout),
              unprocessed: true,
              status: { $in: [...WAITING_STATUSES] },
              missedAt: { $gt: after ?? new Date(0) },
            },
          },
          {
            $group: {
              _id: '$rolloutStage',
              count: { $sum: 1 },
              examples: { $minN: { input: { upgrade_id: '$_id', mac_id: '$macId' }, n: MAX_MISSED } },
            },
          },
        ],
        { hint: 'member_unprocessed' },
      );
      return groups.map(({ _id: stage, ...group }) => ({ stage, ...group }));
    },
    /** Pending upgrades of one stage by order, after a position of the scan, at most 1,000. */
    async pending(
      rollout: RolloutRef,
      stage: number,
      after: Pick<ScanPosition, 'order' | 'id'> | null,
    ): Promise<WaitingUpgrade[]> {
      const from = after === null ? {} : { rolloutOrder: { $gte: after.order } };
      const found = await upgrades
        .find({ ...membersOf(rollout), rolloutStage: stage, status: '', ...from }, WAITING)
        .hint('member_order')
        .sort({ rolloutOrder: 1, _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<StoredWaiting[]>();
      return found.filter((upgrade) => isAfter(upgrade, after)).map(waiting);
    },
    /** Queued upgrades without a slot, at most 1,000. */
    async queuedWithoutSlot(rollout: RolloutRef): Promise<WaitingUpgrade[]> {
      const found = await upgrades
        .find({ ...membersOf(rollout), unprocessed: true, status: 'Queued', hasSlot: false }, WAITING)
        .hint('member_unprocessed')
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<StoredWaiting[]>();
      return found.map(waiting);
    },
    /** Those of at most 1,000 devices that have an upgrade of the rollout, in any status. */
    async devicesOf(
      { organisationId, scheduleId }: Pick<RolloutRecord, 'organisationId' | 'scheduleId'>,
      deviceIds: readonly number[],
    ): Promise<Set<number>> {
      if (scheduleId === null || deviceIds.length === 0) return new Set();
      const among = { organisationId, scheduleId, routerInventoryId: { $in: [...deviceIds] } };
      return new Set(await upgrades.distinct('routerInventoryId', among));
    },
    /** The number of upgrades that were written for a stage and are still its own. */
    countOf: (rollout: RolloutRef, stage: number): Promise<number> =>
      upgrades
        .countDocuments({ ...membersOf(rollout), rolloutStage: stage }, { hint: 'member_order' })
        .exec(),
    /** The number of upgrades of a rollout whose devices could not be rolled back. */
    countIrreversible: (rollout: RolloutRef): Promise<number> =>
      upgrades
        .countDocuments({ ...membersOf(rollout), isIrreversible: true }, { hint: 'member_irreversible' })
        .exec(),
    /** Marks what a tick has counted. May be repeated. */
    async markCounted(
      { _id, organisationId }: RolloutRef,
      { counted, left, silent = [] }: Pick<TickRecord, 'counted' | 'left' | 'silent'>,
    ): Promise<void> {
      if (silent.length > 0)
        await upgrades.updateMany(
          { organisationId, _id: { $in: silent }, status: 'Failed' },
          { $set: { silenceCounts: true } },
        );
      if (counted.length > 0)
        await upgrades.updateMany(
          { organisationId, _id: { $in: counted }, unprocessed: true },
          { $set: { unprocessed: false } },
        );
      if (left.length === 0) return;
      const pull = { $pull: { leftRollouts: { id: _id } } };
      const gone = { organisationId, 'leftRollouts.id': _id };
      await upgrades.updateMany({ ...gone, _id: { $in: left } }, pull);
      // The record of a deletion is named after the upgrade and its last schedule.
      const records = await deletedUpgrades.find(gone, { _id: 1 }).hint('rollout_left').lean();
      const ids = new Set(left);
      const removed = records.map((record) => record._id).filter((id) => ids.has(Number.parseInt(id, 10)));
      if (removed.length > 0)
        await deletedUpgrades.updateMany({ organisationId, _id: { $in: removed } }, pull);
    },
  };
}

/** Upgrades with the key of the position come again: equal keys are ordered by id. */
function isAfter(
  { _id, rolloutOrder: order }: StoredWaiting,
  after: Pick<ScanPosition, 'order' | 'id'> | null,
): boolean {
  return after === null || order > after.order || _id > after.id;
}
