import type { Job } from 'bullmq';
import {
  DISPATCH_SCHEDULE,
  type DispatchScheduleJob,
} from '../shared/upgrades/jobs/dispatch-schedule-job.js';
import type { WorkerDeps } from './worker-deps.js';
import { dispatchSchedule } from './processors/dispatch-schedule.js';

/** Every job by name, with what it carries. */
export interface Jobs {
  [DISPATCH_SCHEDULE]: DispatchScheduleJob;
}

export type Processor<Data> = (
  deps: WorkerDeps,
  job: Job<Data>,
  token: string | undefined,
) => Promise<unknown>;

/** A job without a processor does not compile. */
export const PROCESSORS: { readonly [Name in keyof Jobs]: Processor<Jobs[Name]> } = {
  [DISPATCH_SCHEDULE]: dispatchSchedule,
};
