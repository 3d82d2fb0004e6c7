import type { SchedulingDeps } from '../deps.js';
import { closeOverdue } from './close-overdue.js';
import { enqueueDue, finishAbandoned } from './find-lost-schedules.js';
import { releaseWaiting } from './release-waiting.js';

/** What one sweep put right. */
export interface SweepFindings {
  readonly closed: number;
  readonly released: number;
  readonly lostSchedules: number;
  readonly abandonedSchedules: number;
}

/**
 * Looks through the database for what nobody else will do any more (decisions, upgrades: the sweep). Safe with any
 * number of sweepers at once. The queue comes last: with Redis away the rest is done all the same.
 * @throws what the queue throws, after everything else was done
 */
export async function sweep(deps: SchedulingDeps): Promise<SweepFindings> {
  const closed = await closeOverdue(deps);
  const waiting = await releaseWaiting(deps);
  await deps.reach('waiting-released');
  const abandonedSchedules = await finishAbandoned(deps);
  const lostSchedules = await enqueueDue(deps);
  await deps.reach('lost-enqueued');
  const released = waiting.Queued + waiting.Skipped + waiting.Cancelled;
  return { closed, released, lostSchedules, abandonedSchedules };
}
