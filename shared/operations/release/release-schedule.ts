import { BATCH } from '../../domain/batches.js';
import type { DueUpgrade } from '../../stores/release-store.js';
import type { ScheduleRef } from '../../stores/schedule-store.js';
import type { Deps } from '../deps.js';
import { eachAtOnce } from '../at-once.js';
import { addJoiners } from './add-joiners.js';
import { aimOf } from './decide-due.js';
import { NOTHING_RELEASED, releaseBatch, type ReleaseCounts } from './release-batch.js';

/** A long release says this often that it is alive, so that the sweep leaves it alone. */
const TOUCH_EVERY_MS = 5000;
/** One is read and decided while the other is written. */
const BATCHES_AT_ONCE = 2;

/**
 * Releases a due schedule: joiners get their upgrade, then every pending upgrade becomes Queued, Skipped or
 * Cancelled, 1,000 at a time. Every step is a conditional write, so it may be killed anywhere, run again and run
 * twice at once. Three round trips for each 1,000 devices, and two beside those of joiners.
 * @returns null when there is nothing to do: not due, cancelled, or released already
 */
export async function releaseSchedule(deps: Deps, due: ScheduleRef): Promise<ReleaseCounts | null> {
  const { stores, now, reach } = deps;
  const schedule = await stores.schedules.claim(due, now());
  if (!schedule) return null;
  await reach('release-claimed');
  await addJoiners(deps, schedule);
  await reach('joiners-added');
  const aims = new Map([[schedule._id, aimOf(schedule)]]);
  const total = { ...NOTHING_RELEASED };
  let touched = now().getTime();
  await eachAtOnce(pendingOf(deps, schedule), BATCHES_AT_ONCE, async (batch) => {
    const at = now();
    if (at.getTime() - touched > TOUCH_EVERY_MS) {
      touched = at.getTime();
      await stores.schedules.touch(schedule, at);
    }
    add(total, await releaseBatch(deps, aims, batch, at));
  });
  await reach('due-batches-done');
  const releasedAt = now();
  if (await stores.schedules.finish(schedule, releasedAt)) {
    deps.metrics.scheduleLag.observe((releasedAt.getTime() - schedule.dueAt.getTime()) / 1000);
  }
  await reach('release-finished');
  return total;
}

/** The pending upgrades of a schedule, 1,000 at a time. */
async function* pendingOf(
  { stores, reach }: Deps,
  schedule: ScheduleRef,
): AsyncGenerator<DueUpgrade[], void> {
  let last = 0;
  for (;;) {
    const batch = await stores.releases.pendingOf(schedule, last);
    await reach('due-batch-read');
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    last = batch.at(-1)?._id ?? last;
  }
}

/** Adds the counts of one batch to those of all. */
export function add(total: ReleaseCounts, batch: ReleaseCounts): void {
  for (const key of Object.keys(batch) as (keyof ReleaseCounts)[]) total[key] += batch[key];
}
