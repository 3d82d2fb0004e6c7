import { readScope, type Caller } from '../../../access/domain/access.js';
import type { ScheduleOutline } from '../../stores/schedule-list-store.js';
import type { UpgradeDeps } from '../../deps.js';
import { visibleSchedules, type ListedSchedule } from './visible-schedules.js';

const MAX_EACH = 20;
/** So many are read at once after the first {@link MAX_EACH}, and about so many in all, each way. */
const STEP = 100;
const MAX_READ = 1000;
const DAY_MS = 86_400_000;

/** A way through the schedules, as far as it has been read. */
interface Walk {
  readonly read: (after: ScheduleOutline | null, limit: number) => Promise<ScheduleOutline[]>;
  readonly passed: readonly ScheduleOutline[];
  readonly listed: readonly ListedSchedule[];
  readonly isOver: boolean;
}

/**
 * The 20 schedules that are due next and the last 20 that can still have something running (an upgrade waits for its
 * device for UPGRADE_WINDOW_S at most), with the counts of their upgrades by status. Includes schedules with an upgrade
 * that the caller may see, and schedules without upgrades whose targets include a network it may see, or a tag if it
 * may see all networks. Others are passed over, up to about 1,000 each way.
 */
export async function listSchedules(deps: UpgradeDeps, caller: Caller): Promise<ListedSchedule[]> {
  const scope = readScope(caller);
  const { scheduleList } = deps.stores;
  const since = new Date(deps.now().getTime() - deps.env.upgradeWindowS * 1000 - DAY_MS);
  const visible = (schedules: readonly ScheduleOutline[]) => visibleSchedules(deps.stores, scope, schedules);
  let walks = [
    startOf((after, limit) => scheduleList.next(scope, after, limit)),
    startOf((after, limit) => scheduleList.last(scope, since, after, limit)),
  ];
  for (let limit = MAX_EACH; walks.some(({ isOver }) => !isOver); limit = STEP)
    walks = await readOn(walks, limit, visible);
  return walks.flatMap(({ listed }) => listed.slice(0, MAX_EACH));
}

function startOf(read: Walk['read']): Walk {
  return { read, passed: [], listed: [], isOver: false };
}

/** Takes the next step of all walks together, with the same round trips as of one. */
async function readOn(
  walks: readonly Walk[],
  limit: number,
  visible: (schedules: readonly ScheduleOutline[]) => Promise<ListedSchedule[]>,
): Promise<Walk[]> {
  const steps = await Promise.all(
    walks.map(async ({ isOver, read, passed }) => (isOver ? [] : await read(passed.at(-1) ?? null, limit))),
  );
  const seen = await visible(steps.flat());
  return walks.map((walk, index) => {
    const step = steps[index] ?? [];
    const passed = [...walk.passed, ...step];
    const listed = [...walk.listed, ...seen.filter(({ schedule }) => step.includes(schedule))];
    const isOver = step.length < limit || listed.length >= MAX_EACH || passed.length >= MAX_READ;
    return { ...walk, passed, listed, isOver };
  });
}
