import type { Job } from 'bullmq';
import { RELEASE_SCHEDULE, type ReleaseScheduleJob } from '../shared/upgrades/jobs/dispatch-schedule-job.js';
import type { WorkerDeps } from './worker-deps.js';
import { processReleaseSchedule } from './processors/release-schedule.js';

/** Every job by name, with what it carries. */
export interface Jobs {
  [RELEASE_SCHEDULE]: ReleaseScheduleJob;
}

export type Processor<Data> = (
  deps: WorkerDeps,
  job: Job<Data>,
  token: string | undefined,
) => Promise<unknown>;

/** A job without a processor does not compile. */
export const PROCESSORS: { readonly [Name in keyof Jobs]: Processor<Jobs[Name]> } = {
  [RELEASE_SCHEDULE]: processReleaseSchedule,
};
