import { DelayedError, type Job } from 'bullmq';
import { LAST_PRIORITY, type DispatchScheduleJob } from '../shared/upgrades/jobs/job-queue.js';
import type { DispatchCounts } from '../shared/upgrades/operations/dispatch/dispatch-batch.js';
import { dispatchSlice } from '../shared/upgrades/operations/dispatch/dispatch-slice.js';
import type { WorkerDeps } from './places.js';

/** A parked job that is not resumed earlier runs again after this time. */
const PARKED_MS = 5000;

/**
 * Dispatches a slice of the job's schedule, and puts the job back behind those of other organisations until no slice is
 * left. A job that runs early (the queue has another clock) is delayed until its time, and one whose organisation holds
 * its share of this worker until a place is free. A job whose schedule was changed, cancelled or dispatched finds
 * nothing to do.
 */
export async function dispatchSchedule(
  deps: WorkerDeps,
  job: Job<DispatchScheduleJob>,
  token: string | undefined,
): Promise<DispatchCounts | null> {
  const { scheduleId: _id, organisationId, dueAt } = job.data;
  const { places } = deps;
  const putBack = async (delayMs: number): Promise<never> => {
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  };
  const early = new Date(dueAt).getTime() - deps.now().getTime();
  if (early > 0) return putBack(early);
  if (!places.take(organisationId)) {
    const returned = job.moveToDelayed(Date.now() + PARKED_MS, token);
    places.park(organisationId, job, returned);
    await returned;
    throw new DelayedError();
  }
  try {
    const slice = await dispatchSlice(deps, { _id, organisationId });
    if (slice === null || slice.isDone) return slice?.counts ?? null;
  } finally {
    places.leave(organisationId);
  }
  await job.changePriority({ priority: Math.min(job.priority + 1, LAST_PRIORITY) });
  return putBack(0);
}
