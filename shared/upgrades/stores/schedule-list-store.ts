import type { PipelineStage } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import type { UpgradeModels } from '../models/models.js';
import type { StoredStatus } from '../domain/upgrade-status.js';
import type { ScheduleRecord, ScheduleState } from '../models/schedule.js';
import { deviceScope } from '../../inventory/stores/device-store.js';

const UNFINISHED: readonly ScheduleState[] = ['writing', 'waiting', 'releasing'];
const TARGETS_SHOWN = 3;

/** A schedule with its first few targets instead of up to thousands. */
export type ScheduleOutline = Pick<
  ScheduleRecord,
  | '_id'
  | 'version'
  | 'targets'
  | 'scheduleType'
  | 'timeZone'
  | 'savePrevConfig'
  | 'dueAt'
  | 'state'
  | 'isChange'
  | 'createdAt'
> & { readonly targetCount: number };

/** How many upgrades of one schedule in scope have this stored status. */
export interface StatusCount {
  readonly scheduleId: number;
  readonly status: StoredStatus;
  readonly count: number;
}

export interface ScheduleListStore {
  /**
   * The schedules that are due next, and the last dispatched ones that were due at `since` or later; `limit` of each.
   */
  around(scope: Scope, since: Date, limit: number): Promise<ScheduleOutline[]>;
  counts(scope: Scope, scheduleIds: readonly number[]): Promise<StatusCount[]>;
}

/** Schedules as the list shows them. */
export function createScheduleListStore({ schedules, upgrades }: UpgradeModels): ScheduleListStore {
  const outlines = (match: PipelineStage.Match['$match'], direction: 1 | -1, limit: number) => {
    const pipeline: PipelineStage[] = [
      { $match: match },
      { $sort: { dueAt: direction } },
      { $limit: limit },
      {
        $project: {
          version: 1,
          scheduleType: 1,
          timeZone: 1,
          savePrevConfig: 1,
          dueAt: 1,
          state: 1,
          isChange: 1,
          createdAt: 1,
          targets: { $slice: ['$targets', TARGETS_SHOWN] },
          targetCount: { $size: '$targets' },
        },
      },
    ];
    return schedules.aggregate<ScheduleOutline>(pipeline);
  };

  return {
    async around({ organisationId }, since, limit) {
      const found = await Promise.all([
        outlines({ organisationId, state: { $in: [...UNFINISHED] } }, 1, limit),
        outlines({ organisationId, state: 'released', dueAt: { $gte: since } }, -1, limit),
      ]);
      return found.flat();
    },
    async counts(scope, scheduleIds) {
      if (scheduleIds.length === 0) return [];
      const found = await upgrades.aggregate<{
        _id: { scheduleId: number; status: StoredStatus };
        count: number;
      }>([
        { $match: { ...deviceScope(scope), scheduleId: { $in: [...scheduleIds] } } },
        { $group: { _id: { scheduleId: '$scheduleId', status: '$status' }, count: { $sum: 1 } } },
      ]);
      return found.map(({ _id, count }) => ({ ..._id, count }));
    },
  };
}
