import { DelayedError, Worker, type Job } from 'bullmq';
import type { RedisClient } from '../shared/platform/redis/redis.js';
import { QUEUES } from '../shared/platform/jobs/queues.js';
import type { Metrics } from '../shared/platform/observability/metrics.js';
import { DISPATCH_SCHEDULE, type DispatchScheduleJob } from '../shared/upgrades/jobs/job-queue.js';
import { dispatchSchedule, type WorkerDeps } from './dispatch-schedule.js';
import { succeedsInTime } from '../shared/platform/observability/with-timeout.js';

/** A job of a killed worker goes to another after this time. */
const LOCK_MS = 15_000;
/** The queue answers a fetch within ten seconds, also when it has no job. */
const FETCH_LATE_MS = 20_000;

/** The data of each job, by name. */
export interface Jobs {
  [DISPATCH_SCHEDULE]: DispatchScheduleJob;
}

type Data = Jobs[keyof Jobs];

type Processor<Data> = (deps: WorkerDeps, job: Job<Data>, token: string | undefined) => Promise<unknown>;

/** One processor for each job, checked at compile time. */
const PROCESSORS: { readonly [Name in keyof Jobs]: Processor<Jobs[Name]> } = {
  [DISPATCH_SCHEDULE]: dispatchSchedule,
};

/** Takes jobs from the queue after `run()`, and records when the queue last answered. */
export class JobWorker extends Worker<Data> {
  private answeredAt = -Infinity;

  constructor(
    private readonly deps: WorkerDeps,
    connection: RedisClient,
  ) {
    super(QUEUES.schedules, (job, token) => runJob(deps, deps.metrics, job, token), {
      connection,
      prefix: deps.env.queuePrefix,
      concurrency: deps.env.workerConcurrency,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS,
      maxStalledCount: 10,
      skipVersionCheck: true,
      autorun: false,
    });
    this.on('error', (error) => {
      deps.log.debug({ err: error }, 'The worker lost its queue');
    });
  }

  /** The time since the queue last answered a fetch; Infinity before the first answer. */
  get silentMs(): number {
    return performance.now() - this.answeredAt;
  }

  /** Whether the queue answers its fetches, or all of its places are taken. */
  isFetching(): boolean {
    if (!this.isRunning()) return false;
    return this.silentMs < FETCH_LATE_MS || this.deps.places.count >= this.concurrency;
  }

  /** Runs on every answer of the queue to a fetch, with or without a job. */
  protected override nextJobFromJobData(
    ...answer: Parameters<Worker<Data>['nextJobFromJobData']>
  ): Promise<Job<Data>> {
    this.answeredAt = performance.now();
    return super.nextJobFromJobData(...answer);
  }
}

/** The time for running jobs to finish; a longer job goes to another worker when its lock expires. */
const JOBS_MS = 10_000;
const DISCONNECT_MS = 1000;

/**
 * Takes no more jobs, waits for running ones and disconnects from Redis. Does not wait while Redis is down: BullMQ
 * would wait indefinitely, and a finished job cannot be recorded without Redis.
 */
export async function closeWorker(worker: Worker, redis: RedisClient): Promise<void> {
  const redisIsAway = redis.status !== 'ready';
  if (await succeedsInTime(() => worker.close(redisIsAway), JOBS_MS)) return;
  await succeedsInTime(() => worker.disconnect(), DISCONNECT_MS);
}

/** Runs one job with its log line and metric. @throws what the processor throws, so that the queue tries again */
async function runJob(
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
