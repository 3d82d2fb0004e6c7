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
 * number of sweepers at once. Each part is done whatever became of the others; the queue comes last.
 * @returns `failures`: what the parts threw that could not be done
 */
export async function sweep(
  deps: SchedulingDeps,
): Promise<{ findings: SweepFindings; failures: readonly unknown[] }> {
  const failures: unknown[] = [];
  const attempt = async (part: (deps: SchedulingDeps) => Promise<number>): Promise<number> => {
    try {
      return await part(deps);
    } catch (error) {
      failures.push(error);
      return 0;
    }
  };
  const closed = await attempt(closeOverdue);
  const released = await attempt(async () => {
    const { Queued, Skipped, Cancelled } = await releaseWaiting(deps);
    return Queued + Skipped + Cancelled;
  });
  await deps.reach('waiting-released');
  const abandonedSchedules = await attempt(finishAbandoned);
  const lostSchedules = await attempt(enqueueDue);
  await deps.reach('lost-enqueued');
  return { findings: { closed, released, lostSchedules, abandonedSchedules }, failures };
}
