import type { KeyedLimiter } from '../../../platform/keyed-limiter.js';
import type { UpgradeDeps } from '../../deps.js';
import type { ScheduleRef } from '../../stores/schedule-store.js';
import { addCounts, dispatchSlice, NOTHING_DISPATCHED, type DispatchedSlice } from './dispatch-slice.js';

export interface DispatchOptions {
  /** Leave the schedule alone if another process has touched it since. */
  readonly untouchedSince?: Date;
  /** Whether to stop before the next slice. */
  readonly isOver: () => boolean;
}

/** What was dispatched of a schedule. */
export interface Dispatched extends DispatchedSlice {
  /** Whether any slice was. */
  readonly isBegun: boolean;
}

/**
 * Dispatches a due schedule, a slice with each permit of its organisation, so that organisations take turns.
 * @returns null when there is nothing to do; otherwise what was dispatched, and whether the schedule is complete
 */
export async function dispatchSchedule(
  deps: UpgradeDeps,
  due: ScheduleRef,
  permits: KeyedLimiter<number>,
  { untouchedSince, isOver }: DispatchOptions,
): Promise<Dispatched | null> {
  const counts = { ...NOTHING_DISPATCHED };
  let begun = false;
  for (;;) {
    const claim = untouchedSince && !begun ? { untouchedSince } : {};
    const slice = await permits.run(due.organisationId, async () =>
      isOver() ? 'over' : dispatchSlice(deps, due, claim),
    );
    if (slice === 'over') return { counts, isDone: false, isBegun: begun };
    // Another process may complete a schedule that was begun here.
    if (slice === null) return begun ? { counts, isDone: true, isBegun: true } : null;
    begun = true;
    addCounts(counts, slice.counts);
    if (slice.isDone) return { counts, isDone: true, isBegun: true };
  }
}
