import { Worker, type Job } from 'bullmq';
import type { RedisClient } from '../shared/platform/redis/redis.js';
import { QUEUES } from '../shared/platform/jobs/queues.js';
import type { Jobs } from './processors.js';
import { runJob } from './run-job.js';
import type { WorkerDeps } from './worker-deps.js';

/** A job of a worker that was killed is given to another after this long. */
const LOCK_MS = 15_000;
/** The queue answers a fetch within ten seconds, also when it has no job. */
const FETCH_LATE_MS = 20_000;

type Data = Jobs[keyof Jobs];

/** Takes jobs from the queue once it is told to run, and notes that the queue answers. */
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

  /** Since when the queue has not answered a fetch; Infinity before the first answer. */
  get silentMs(): number {
    return performance.now() - this.answeredAt;
  }

  /** Whether it asks for jobs and is answered, or has no place for another. */
  isFetching(): boolean {
    if (!this.isRunning()) return false;
    return this.silentMs < FETCH_LATE_MS || this.deps.places.count >= this.concurrency;
  }

  /** Every answer of the queue to a fetch passes here, with a job or without. */
  protected override nextJobFromJobData(
    ...answer: Parameters<Worker<Data>['nextJobFromJobData']>
  ): Promise<Job<Data>> {
    this.answeredAt = performance.now();
    return super.nextJobFromJobData(...answer);
  }
}
