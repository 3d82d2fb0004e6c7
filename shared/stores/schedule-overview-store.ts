import type { PipelineStage } from 'mongoose';
import type { Scope } from '../domain/access.js';
import type { Models } from '../models/models.js';
import type { ScheduleRecord, ScheduleState } from '../models/schedule.js';
import { deviceScope } from './device-scope.js';

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
  | 'createdAt'
> & { readonly targetCount: number };

/** How many upgrades of one schedule in scope have this stored status. */
export interface StatusCount {
  readonly scheduleId: number;
  readonly status: string;
  readonly count: number;
}

export interface ScheduleOverviewStore {
  /** The newest schedules that have not been released, and the newest that have; `limit` of each. Two queries at once. */
  newest(scope: Scope, limit: number): Promise<ScheduleOutline[]>;
  /** One round trip. */
  counts(scope: Scope, scheduleIds: readonly number[]): Promise<StatusCount[]>;
}

/** Schedules for people who watch them. */
export function createScheduleOverviewStore({ schedules, upgrades }: Models): ScheduleOverviewStore {
  const outlines = ({ organisationId }: Scope, states: readonly ScheduleState[], limit: number) => {
    const pipeline: PipelineStage[] = [
      { $match: { organisationId, state: states.length === 1 ? states[0] : { $in: [...states] } } },
      { $sort: { _id: -1 } },
      { $limit: limit },
      {
        $project: {
          version: 1,
          scheduleType: 1,
          timeZone: 1,
          savePrevConfig: 1,
          dueAt: 1,
          state: 1,
          createdAt: 1,
          targets: { $slice: ['$targets', TARGETS_SHOWN] },
          targetCount: { $size: '$targets' },
        },
      },
    ];
    return schedules.aggregate<ScheduleOutline>(pipeline);
  };

  return {
    async newest(scope, limit) {
      const found = await Promise.all([
        outlines(scope, UNFINISHED, limit),
        outlines(scope, ['released'], limit),
      ]);
      return found.flat();
    },
    async counts(scope, scheduleIds) {
      if (scheduleIds.length === 0) return [];
      const found = await upgrades.aggregate<{ _id: { scheduleId: number; status: string }; count: number }>([
        { $match: { ...deviceScope(scope), scheduleId: { $in: [...scheduleIds] } } },
        { $group: { _id: { scheduleId: '$scheduleId', status: '$status' }, count: { $sum: 1 } } },
      ]);
      return found.map(({ _id, count }) => ({ ..._id, count }));
    },
  };
}
