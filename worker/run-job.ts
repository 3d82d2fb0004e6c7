import { DelayedError, type Job } from 'bullmq';
import type { Metrics } from '../shared/platform/observability/metrics.js';
import type { WorkerDeps } from './places.js';
import { DISPATCH_SCHEDULE, type DispatchScheduleJob } from '../shared/upgrades/jobs/job-queue.js';
import { dispatchSchedule } from './dispatch-schedule.js';

/** Runs one job with its log line and metric. @throws what the processor throws, so that the queue tries again */
export async function runJob(
  deps: WorkerDeps,
  metrics: Metrics,
  job: Job<Jobs[keyof Jobs]>,
  token: string | undefined,
): Promise<unknown> {
  const started = performance.now();
  const log = deps.log.child({ job: job.name, jobId: job.id, requestId: job.data.requestId });
  const observe = (outcome: string): number => {
    const seconds = (performance.now() - started) / 1000;
    metrics.jobs.observe({ job: job.name, outcome }, seconds);
    return Math.round(seconds * 1000);
  };
  if (!isKnown(job.name)) throw new Error(`No processor for jobs named ${job.name}`);
  try {
    const result = await PROCESSORS[job.name]({ ...deps, log }, job, token);
    log.info({ ms: observe('done'), result }, 'job');
    return result;
  } catch (error) {
    if (error instanceof DelayedError) observe('put back');
    else log.error({ err: error, ms: observe('failed') }, 'A job failed and will be tried again');
    throw error;
  }
}

function isKnown(name: string): name is keyof Jobs {
  return Object.hasOwn(PROCESSORS, name);
}

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
const PROCESSORS: { readonly [Name in keyof Jobs]: Processor<Jobs[Name]> } = {
  [DISPATCH_SCHEDULE]: dispatchSchedule,
};
