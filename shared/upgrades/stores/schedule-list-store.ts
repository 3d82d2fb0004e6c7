import type { PipelineStage } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import { beyond } from '../../platform/mongo/sorted-page.js';
import type { UpgradeModels } from '../models/models.js';
import type { StoredStatus } from '../domain/upgrade-status.js';
import type { ScheduleRecord, ScheduleState } from '../models/schedule.js';
import { targetText } from '../domain/upgrade-targets.js';
import { deviceScope } from '../../inventory/stores/device-store.js';

const UNFINISHED: readonly ScheduleState[] = ['writing', 'waiting', 'dispatching'];
const IN_ORDER = 'organisation_state_due';
const TARGETS_SHOWN = 3;
/** So many of the targets that devices may join by are read, of thousands. */
const MAX_JOINABLE = 100;

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
> & {
  readonly targetCount: number;
  /** Its first networks in scope, and tags if the scope has all networks, wherever they are among its targets. */
  readonly joinable: readonly string[];
};

/** A position in the list. */
type ListPosition = Pick<ScheduleOutline, '_id' | 'dueAt'>;

/** How many upgrades of one schedule in scope have this stored status. */
export interface StatusCount {
  readonly scheduleId: number;
  readonly status: StoredStatus;
  readonly count: number;
}

type Match = PipelineStage.Match['$match'];

/** Schedules as the list shows them. */
export function createScheduleListStore({ schedules, upgrades }: UpgradeModels) {
  const outlines = (scope: Scope, match: Match, direction: 1 | -1, limit: number) => {
    const pipeline: PipelineStage[] = [
      { $match: { organisationId: scope.organisationId, ...match } },
      { $sort: { dueAt: direction, _id: direction } },
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
          joinable: { $slice: [joinableTargets(scope), MAX_JOINABLE] },
        },
      },
    ];
    return schedules.aggregate<ScheduleOutline>(pipeline).hint(IN_ORDER);
  };

  return {
    /** The schedules that are due next, `limit` of them, after one of them; those due at the same time by id. */
    next: (scope: Scope, after: ListPosition | null, limit: number): Promise<ScheduleOutline[]> =>
      outlines(scope, { state: { $in: [...UNFINISHED] }, ...behind(after, 1) }, 1, limit),
    /** The last dispatched ones that were due at `since` or later, the last one first. */
    last: (
      scope: Scope,
      since: Date,
      after: ListPosition | null,
      limit: number,
    ): Promise<ScheduleOutline[]> =>
      outlines(scope, { state: 'dispatched', dueAt: { $gte: since }, ...behind(after, -1) }, -1, limit),
    async counts(scope: Scope, scheduleIds: readonly number[]): Promise<StatusCount[]> {
      if (scheduleIds.length === 0) return [];
      const found = await upgrades.aggregate<{
        _id: { scheduleId: number; status: StoredStatus };
        count: number;
      }>(
        [
          { $match: { ...deviceScope(scope), scheduleId: { $in: [...scheduleIds] } } },
          { $group: { _id: { scheduleId: '$scheduleId', status: '$status' }, count: { $sum: 1 } } },
        ],
        { hint: 'organisation_schedule_id' },
      );
      return found.map(({ _id, count }) => ({ ..._id, count }));
    },
  };
}

function behind(after: ListPosition | null, direction: 1 | -1): Match {
  if (after === null) return {};
  const position = { value: after.dueAt, id: after._id };
  return { $and: beyond({ field: 'dueAt', descending: direction === -1, after: position }) };
}

function joinableTargets({ networkIds }: Scope): object {
  if (networkIds !== 'all') {
    const targets = networkIds.map((id) => targetText({ kind: 'network', ids: [id] }));
    return { $setIntersection: ['$targets', targets] };
  }
  const cond = { $regexMatch: { input: '$$target', regex: /^(network|tag):/ } };
  return { $filter: { input: '$targets', as: 'target', cond } };
}
