import { DelayedError, WaitingError, Worker, type Job } from 'bullmq';
import type { Deps } from '../shared/composition/deps.js';
import { QUEUES } from '../shared/platform/jobs/queues.js';
import { KeyedLimiter } from '../shared/platform/keyed-limiter.js';
import { succeedsInTime } from '../shared/platform/observability/with-timeout.js';
import type { RedisClient } from '../shared/platform/redis/redis.js';
import type { DispatchCounts } from '../shared/upgrades/domain/dispatch-counts.js';
import type { DispatchScheduleJob } from '../shared/upgrades/jobs/job-queue.js';
import { dispatchSchedule } from '../shared/upgrades/operations/dispatch/dispatch-schedule.js';

/** A job of a killed worker goes to another after this time. */
const LOCK_MS = 15_000;
/** The queue answers a fetch within ten seconds, also when it has no job. */
const FETCH_LATE_MS = 20_000;
/** Jobs mostly wait for a permit of their organisation, so that those of others are not behind them in the queue. */
const MAX_TAKEN = 1000;

type DispatchJob = Job<DispatchScheduleJob, DispatchCounts | null>;

/**
 * Takes the jobs of due schedules from the queue after `run()` and dispatches the schedules, as the sweep does: one slice in
 * each of WORKER_CONCURRENCY permits, of which an organisation has at most half.
 */
export class JobWorker extends Worker<DispatchScheduleJob, DispatchCounts | null> {
  private answeredAt = -Infinity;
  private taken = 0;

  constructor(deps: Deps, connection: RedisClient, leaving: AbortSignal) {
    const { workerConcurrency: maxRunning, queuePrefix: prefix } = deps.env;
    const permits = new KeyedLimiter<number>({ maxRunning, maxRunningPerKey: Math.ceil(maxRunning / 2) });
    const run = async (job: DispatchJob, token?: string): Promise<DispatchCounts | null> => {
      this.taken += 1;
      try {
        return await runJob(deps, permits, leaving, job, token);
      } finally {
        this.taken -= 1;
      }
    };
    super(QUEUES.schedules, run, {
      connection,
      prefix,
      concurrency: MAX_TAKEN,
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

  /** Whether the queue answers its fetches, or no further job can be taken. */
  isFetching(): boolean {
    return this.isRunning() && (this.silentMs < FETCH_LATE_MS || this.taken >= MAX_TAKEN);
  }

  /** Runs on every answer of the queue to a fetch, with or without a job. */
  protected override nextJobFromJobData(
    ...answer: Parameters<Worker<DispatchScheduleJob, DispatchCounts | null>['nextJobFromJobData']>
  ): Promise<DispatchJob> {
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

/** Runs a job with its log line and metric. @throws what the dispatch throws, so that the queue tries again */
async function runJob(
  deps: Deps,
  permits: KeyedLimiter<number>,
  leaving: AbortSignal,
  job: DispatchJob,
  token: string | undefined,
): Promise<DispatchCounts | null> {
  const log = deps.log.child({ job: job.name, jobId: job.id, requestId: job.data.requestId });
  const observe = deps.metrics.jobs.startTimer({ job: job.name });
  try {
    const result = await dispatch({ ...deps, log }, permits, leaving, job, token);
    log.info({ ms: Math.round(observe({ outcome: 'done' }) * 1000), result }, 'job');
    return result;
  } catch (error) {
    if (error instanceof DelayedError || error instanceof WaitingError) observe({ outcome: 'put back' });
    else {
      const ms = Math.round(observe({ outcome: 'failed' }) * 1000);
      log.error({ err: error, ms }, 'A job failed and will be tried again');
    }
    throw error;
  }
}

/**
 * Dispatches the schedule of a job. A job that runs early (the queue has another clock) is delayed until its time, and one
 * whose worker leaves goes to another. A job whose schedule was changed, cancelled or dispatched finds nothing to do.
 * @returns what became of the upgrades of the schedule, by this worker and others; null unless it is dispatched
 */
async function dispatch(
  deps: Deps,
  permits: KeyedLimiter<number>,
  leaving: AbortSignal,
  job: DispatchJob,
  token: string | undefined,
): Promise<DispatchCounts | null> {
  const { scheduleId: _id, organisationId, dueAt } = job.data;
  const early = new Date(dueAt).getTime() - deps.now().getTime();
  if (early > 0) {
    await job.moveToDelayed(Date.now() + early, token);
    throw new DelayedError();
  }
  const isOver = (): boolean => leaving.aborted;
  const done = await dispatchSchedule(deps, { _id, organisationId }, permits, { isOver });
  if (done?.isDone === false) {
    await job.moveToWait(token);
    throw new WaitingError();
  }
  return deps.stores.schedules.result({ _id, organisationId });
}
