import { DelayedError, type Job } from 'bullmq';
import type { ReleaseScheduleJob } from '../../shared/jobs/release-schedule.js';
import type { ReleaseCounts } from '../../shared/operations/release/release-batch.js';
import { releaseSchedule } from '../../shared/operations/release/release-schedule.js';
import type { SchedulingDeps } from '../../shared/operations/deps.js';

/**
 * Releases the schedule of the job. A job that comes early (the queue goes by another clock) is put back until its
 * time; one whose schedule has changed, gone or been released finds nothing to do.
 */
export async function processReleaseSchedule(
  deps: SchedulingDeps,
  job: Job<ReleaseScheduleJob>,
  token: string | undefined,
): Promise<ReleaseCounts | null> {
  const early = new Date(job.data.dueAt).getTime() - deps.now().getTime();
  if (early > 0) {
    await job.moveToDelayed(Date.now() + early, token);
    throw new DelayedError();
  }
  const { scheduleId: _id, organisationId } = job.data;
  return releaseSchedule(deps, { _id, organisationId });
}
