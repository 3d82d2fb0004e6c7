import { readScope, type Caller } from '../../../access/domain/access.js';
import { shownStatus, type UpgradeStatus } from '../../domain/upgrade-status.js';
import {
  parseTargets,
  targetIds,
  type TargetKind,
  type TargetSegment,
} from '../../domain/upgrade-targets.js';
import type { ScheduleOutline } from '../../stores/schedule-list-store.js';
import type { TargetNames } from '../../stores/target-name-store.js';
import type { UpgradeDeps } from '../../deps.js';

const MAX_EACH = 20;
const DAY_MS = 86_400_000;

export interface NamedTarget {
  readonly kind: TargetKind;
  readonly id: number;
  readonly name: string;
}

export interface ListedSchedule {
  readonly schedule: ScheduleOutline;
  /** The first few targets, as far as the caller may see them. */
  readonly targets: readonly NamedTarget[];
  /** The upgrades that the caller may see, by status. */
  readonly counts: Partial<Record<UpgradeStatus, number>>;
}

/**
 * The 20 schedules that are due next and the last 20 that can still have something running (an upgrade waits for its
 * device for UPGRADE_WINDOW_S at most), with the counts of their upgrades by status. Includes schedules with an upgrade
 * that the caller may see, and schedules without upgrades whose targets include a network it may see, or a tag if it
 * may see all networks.
 */
export async function listSchedules(
  { stores, env, now }: UpgradeDeps,
  caller: Caller,
): Promise<ListedSchedule[]> {
  const scope = readScope(caller);
  const since = new Date(now().getTime() - env.upgradeWindowS * 1000 - DAY_MS);
  const schedules = await stores.scheduleList.around(scope, since, MAX_EACH);
  const counts = await stores.scheduleList.counts(
    scope,
    schedules.map((schedule) => schedule._id),
  );
  const bySchedule = new Map<number, ListedSchedule['counts']>();
  for (const { scheduleId, status, count } of counts) {
    const shown = shownStatus(status);
    bySchedule.set(scheduleId, { ...bySchedule.get(scheduleId), [shown]: count });
  }
  const candidates = schedules.filter(
    ({ _id, state, isChange }) => bySchedule.has(_id) || (state === 'waiting' && !isChange),
  );
  const segments = candidates.map((schedule) => segmentsOf(schedule.targets));
  const names = await stores.targetNames.namesOf(scope, targetIds(segments.flat()));
  return candidates.flatMap((schedule, index) => {
    const targets = namedTargets(segments[index] ?? [], names);
    const counts = bySchedule.get(schedule._id);
    const isJoinable = targets.some(
      ({ kind }) => kind === 'network' || (kind === 'tag' && scope.networkIds === 'all'),
    );
    return counts || isJoinable ? [{ schedule, targets, counts: counts ?? {} }] : [];
  });
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
