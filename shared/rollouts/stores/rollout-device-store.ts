import type { QueryFilter } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import type { RolloutMembership } from '../../upgrades/domain/upgrade-change.js';
import { storedStatus, type UpgradeCause, type UpgradeStatus } from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import { FAILED, MAX_EXAMPLES } from '../domain/gates/failed-groups.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { FailedGroup } from '../models/rollout-stage.js';
import { membersOf } from './members.js';
import type { RolloutRef } from './rollout-store.js';

/** A device of a rollout: its upgrade. */
export type RolloutDevice = Pick<UpgradeRecord, '_id' | 'macId' | 'status' | 'cause' | 'locationNetworkId'> &
  Pick<RolloutMembership, 'rolloutStage' | 'partNumber' | 'previousVersion'>;

export interface RolloutDeviceFilter {
  readonly stage?: number | undefined;
  readonly status?: UpgradeStatus | undefined;
  readonly cause?: UpgradeCause | undefined;
  readonly part?: string | undefined;
  readonly networkId?: number | undefined;
}

export interface DevicePage {
  readonly devices: RolloutDevice[];
  /** The id after which the list goes on; null at its end. */
  readonly next: number | null;
}

const MAX_READ = 5000;
const ROW = {
  macId: 1,
  status: 1,
  cause: 1,
  locationNetworkId: 1,
  rolloutStage: 1,
  partNumber: 1,
  previousVersion: 1,
} as const;

/** The devices of rollouts, as callers read them. */
export function createRolloutDeviceStore({ upgrades }: RolloutModels) {
  /** The last upgrade that a page reads; null for the last page. */
  async function lastOf(found: QueryFilter<UpgradeRecord>): Promise<number | null> {
    const [last] = await upgrades
      .find(found, { _id: 1 })
      .hint('organisation_schedule_id')
      .sort({ _id: 1 })
      .skip(MAX_READ - 1)
      .limit(1)
      .lean();
    return last?._id ?? null;
  }

  return {
    /** The rollout of an upgrade; null for a plain one. */
    async rolloutOf(organisationId: number, upgradeId: number): Promise<number | null> {
      const found = await upgrades.findOne({ organisationId, _id: upgradeId }, { rolloutId: 1 }).lean();
      return found?.rolloutId ?? null;
    },

    /**
     * Devices of a rollout by the ids of their upgrades, after one of them. A page reads no more than 5,000 upgrades:
     * with a filter it may have few devices, or none, and still have a next page.
     */
    async page(
      scope: Scope,
      rollout: Pick<RolloutRecord, '_id' | 'organisationId' | 'scheduleId'>,
      filter: RolloutDeviceFilter,
      after: number,
      limit: number,
    ): Promise<DevicePage> {
      const { scheduleId } = rollout;
      if (scheduleId === null) return { devices: [], next: null };
      const all = { ...membersOf(rollout), scheduleId, _id: { $gt: after } };
      const upTo = await lastOf(all);
      const devices = await upgrades
        .find(
          {
            $and: [
              deviceScope(scope),
              { ...all, _id: upTo === null ? { $gt: after } : { $gt: after, $lte: upTo } },
              conditions(filter),
            ],
          },
          ROW,
        )
        .hint('organisation_schedule_id')
        .sort({ _id: 1 })
        .limit(limit + 1)
        .batchSize(limit + 2)
        .lean<RolloutDevice[]>();
      const shown = devices.slice(0, limit);
      const next = devices.length > limit ? (shown.at(-1)?._id ?? null) : upTo;
      return { devices: shown, next };
    },

    /** Failed and expired upgrades that no tick has counted, by cause and hardware part; leaves out some ids. */
    async uncountedFailures(rollout: RolloutRef, except: readonly number[]): Promise<FailedGroup[]> {
      const groups = await upgrades.aggregate<{
        _id: { cause?: UpgradeCause | null; part: string };
        count: number;
        examples: { _id: number }[];
      }>(
        [
          { $match: { ...membersOf(rollout), unprocessed: true, status: { $in: [...FAILED] } } },
          ...(except.length === 0 ? [] : [{ $match: { _id: { $nin: [...except] } } }]),
          {
            $group: {
              _id: { cause: '$cause', part: '$partNumber' },
              count: { $sum: 1 },
              examples: { $minN: { input: { _id: '$_id' }, n: MAX_EXAMPLES } },
            },
          },
        ],
        { hint: 'member_unprocessed' },
      );
      return groups.map(({ _id: { cause = null, part }, count, examples }) => {
        return { cause, part, count, examples: examples.map(({ _id }) => _id) };
      });
    },

    /** The MACs of upgrades by id, for those in scope. */
    async macIdsOf(scope: Scope, ids: readonly number[]): Promise<Map<number, string>> {
      const found = await upgrades
        .find({ $and: [deviceScope(scope), { _id: { $in: [...ids] } }] }, { macId: 1 })
        .batchSize(ids.length + 1)
        .lean();
      return new Map(found.map(({ _id, macId }) => [_id, macId]));
    },
  };
}

function conditions({
  stage,
  status,
  cause,
  part,
  networkId,
}: RolloutDeviceFilter): QueryFilter<UpgradeRecord> {
  return {
    ...(stage === undefined ? {} : { rolloutStage: stage }),
    ...(status === undefined ? {} : { status: storedStatus(status) }),
    ...(cause === undefined ? {} : { cause }),
    ...(part === undefined ? {} : { partNumber: part }),
    ...(networkId === undefined ? {} : { locationNetworkId: networkId }),
  };
}
