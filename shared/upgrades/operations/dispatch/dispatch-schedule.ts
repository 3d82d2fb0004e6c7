import type { KeyedLimiter } from '../../../platform/keyed-limiter.js';
import type { UpgradeDeps } from '../../deps.js';
import type { ScheduleRef } from '../../stores/schedule-store.js';
import { dispatchSlice } from './dispatch-slice.js';

export interface DispatchOptions {
  /** Leave the schedule alone if another process has touched it since. */
  readonly untouchedSince?: Date;
  /** Whether to stop before the next slice. */
  readonly isOver: () => boolean;
}

/**
 * Dispatches a due schedule, a slice with each permit of its organisation, so that organisations take turns.
 * @returns whether any slice was dispatched, and whether none is left; null when there is nothing to do
 */
export async function dispatchSchedule(
  deps: UpgradeDeps,
  due: ScheduleRef,
  permits: KeyedLimiter<number>,
  { untouchedSince, isOver }: DispatchOptions,
): Promise<{ readonly isBegun: boolean; readonly isDone: boolean } | null> {
  for (let isBegun = false; ; isBegun = true) {
    const claim = untouchedSince && !isBegun ? { untouchedSince } : {};
    const slice = await permits.run(due.organisationId, async () =>
      isOver() ? 'over' : dispatchSlice(deps, due, claim),
    );
    if (slice === 'over') return { isBegun, isDone: false };
    // Another process may complete a schedule that was begun here.
    if (slice === null) return isBegun ? { isBegun, isDone: true } : null;
    if (slice === 'complete') return { isBegun: true, isDone: true };
  }
}
