import { Worker } from 'bullmq';
import type { RedisClient } from '../shared/connections/redis.js';
import { QUEUES } from '../shared/jobs/queues.js';
import type { SchedulingDeps } from '../shared/operations/deps.js';
import type { Jobs } from './processors.js';
import { runJob } from './run-job.js';

/** A job of a worker that was killed is given to another after this long. */
const LOCK_MS = 15_000;

export type JobWorker = Worker<Jobs[keyof Jobs]>;

/** What takes jobs from the queue once it is told to run. */
export function openJobWorker(deps: SchedulingDeps, connection: RedisClient): JobWorker {
  const { env, metrics, log } = deps;
  const worker: JobWorker = new Worker(QUEUES.schedules, (job, token) => runJob(deps, metrics, job, token), {
    connection,
    prefix: env.queuePrefix,
    concurrency: env.workerConcurrency,
    lockDuration: LOCK_MS,
    stalledInterval: LOCK_MS,
    maxStalledCount: 10,
    skipVersionCheck: true,
    autorun: false,
  });
  worker.on('error', (error) => {
    log.debug({ err: error }, 'The worker lost its queue');
  });
  return worker;
}
