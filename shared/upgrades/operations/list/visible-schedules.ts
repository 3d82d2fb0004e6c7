import type { Scope } from '../../../access/domain/access.js';
import { shownStatus, type UpgradeStatus } from '../../domain/upgrade-status.js';
import {
  parseTargets,
  targetIds,
  type TargetKind,
  type TargetSegment,
} from '../../domain/upgrade-targets.js';
import type { ScheduleOutline } from '../../stores/schedule-list-store.js';
import type { UpgradeStores } from '../../deps.js';
import type { TargetNames } from '../../stores/target-name-store.js';

interface NamedTarget {
  readonly kind: TargetKind;
  readonly id: number;
  readonly name: string;
}

type Counts = Partial<Record<UpgradeStatus, number>>;

export interface ListedSchedule {
  readonly schedule: ScheduleOutline;
  /** The first few targets, as far as the caller may see them. */
  readonly targets: readonly NamedTarget[];
  /** The upgrades that the caller may see, by status. */
  readonly counts: Counts;
}

interface Candidate {
  readonly schedule: ScheduleOutline;
  readonly counts: Counts | undefined;
  readonly shown: readonly TargetSegment[];
  /** Looked up only of a schedule without upgrades. */
  readonly joinable: readonly TargetSegment[];
}

/**
 * Those schedules with an upgrade in scope, and those without upgrades whose targets include a network in scope, or a tag
 * if the scope has all networks.
 */
export async function visibleSchedules(
  stores: Pick<UpgradeStores, 'scheduleList' | 'targetNames'>,
  scope: Scope,
  schedules: readonly ScheduleOutline[],
): Promise<ListedSchedule[]> {
  const bySchedule = await countsOf(stores, scope, schedules);
  const candidates = schedules.flatMap((schedule): Candidate[] => {
    const counts = bySchedule.get(schedule._id);
    const mayBeJoined = schedule.state === 'waiting' && !schedule.isChange && schedule.joinable.length > 0;
    if (!counts && !mayBeJoined) return [];
    const joinable = counts ? [] : segmentsOf(schedule.joinable);
    return [{ schedule, counts, shown: segmentsOf(schedule.targets), joinable }];
  });
  const ids = targetIds(candidates.flatMap(({ shown, joinable }) => [...shown, ...joinable]));
  const names = await stores.targetNames.namesOf(scope, ids);
  return candidates.flatMap(({ schedule, counts, shown, joinable }) =>
    counts || namedTargets(joinable, names).length > 0
      ? [{ schedule, targets: namedTargets(shown, names), counts: counts ?? {} }]
      : [],
  );
}

async function countsOf(
  { scheduleList }: Pick<UpgradeStores, 'scheduleList'>,
  scope: Scope,
  schedules: readonly ScheduleOutline[],
): Promise<ReadonlyMap<number, Counts>> {
  const ids = schedules.map((schedule) => schedule._id);
  const bySchedule = new Map<number, Counts>();
  for (const { scheduleId, status, count } of await scheduleList.counts(scope, ids)) {
    const shown = shownStatus(status);
    bySchedule.set(scheduleId, { ...bySchedule.get(scheduleId), [shown]: count });
  }
  return bySchedule;
}

function segmentsOf(targets: readonly string[]): TargetSegment[] {
  const parsed = parseTargets(targets);
  return parsed.ok ? parsed.segments : [];
}

function namedTargets(segments: readonly TargetSegment[], names: TargetNames): NamedTarget[] {
  return segments.flatMap(({ kind, ids }) =>
    ids.flatMap((id) => {
      const name = names[kind].get(id);
      return name === undefined ? [] : [{ kind, id, name }];
    }),
  );
}
