import type { Deps } from '../../shared/operations/deps.js';
import { NOTHING_RELEASED, type ReleaseCounts } from '../../shared/operations/release/release-batch.js';
import { add, releaseSlice } from '../../shared/operations/release/release-slice.js';
import type { ScheduleRef } from '../../shared/stores/schedule-store.js';

/** Releases a schedule slice by slice to its end; null when there was nothing to do. */
export async function releaseSchedule(deps: Deps, due: ScheduleRef): Promise<ReleaseCounts | null> {
  const total = { ...NOTHING_RELEASED };
  for (let done = 0; ; done += 1) {
    const slice = await releaseSlice(deps, due);
    if (slice === null) return done === 0 ? null : total;
    add(total, slice.counts);
    if (slice.isDone) return total;
  }
}
