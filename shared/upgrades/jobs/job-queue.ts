import { Queue } from 'bullmq';
import type { RedisClient } from '../../platform/redis/redis.js';
import { QUEUES, KEEP_JOBS } from '../../platform/jobs/queues.js';
import { SHOWN_TARGETS } from '../domain/upgrade-targets.js';

const DISPATCH_SCHEDULE = 'release-schedule';

/** What the worker needs to find the schedule in the database, and what the board shows of it. */
export interface DispatchScheduleJob {
  readonly scheduleId: number;
  readonly organisationId: number;
  readonly version: string;
  /** The first targets. */
  readonly targets: readonly string[];
  /** ISO 8601. */
  readonly dueAt: string;
  readonly requestId: string | null;
}

/** The id of a schedule's job at a due time. It changes with the due time only, so the queue ignores repeats. */
function dispatchJobId({ _id, dueAt }: Pick<SchedulableRecord, '_id' | 'dueAt'>): string {
  return `schedule-${_id}-${dueAt.getTime()}`;
}

/** A job may run again without effect, so a failed one is retried soon and often. The sweep dispatches what jobs do not. */
function jobOf(schedule: SchedulableRecord, now: Date) {
  const { _id: scheduleId, organisationId, version, targets, dueAt, requestId } = schedule;
  const data: DispatchScheduleJob = {
    scheduleId,
    organisationId,
    version,
    targets: targets.slice(0, SHOWN_TARGETS),
    dueAt: dueAt.toISOString(),
    requestId,
  };
  const opts = {
    jobId: dispatchJobId(schedule),
    delay: Math.max(0, Math.round(dueAt.getTime() - now.getTime())),
    attempts: 5,
    backoff: { type: 'exponential', delay: 1000 },
    ...KEEP_JOBS,
  };
  return { name: DISPATCH_SCHEDULE, data, opts } as const;
}

/** The longest time that a caller waits for Redis. */
const TIMEOUT_MS = 2500;

/** The fields of a schedule that its job is made from. */
export interface SchedulableRecord {
  readonly _id: number;
  readonly organisationId: number;
  readonly version: string;
  readonly targets: readonly string[];
  readonly dueAt: Date;
  readonly requestId: string | null;
}

export type JobQueue = ReturnType<typeof openJobQueue>;

type ScheduleQueue = Queue<DispatchScheduleJob, void, typeof DISPATCH_SCHEDULE>;

/** Jobs only wake workers. The database determines what is due, so a lost or repeated job does no harm. */
export function openJobQueue(connection: RedisClient, prefix: string) {
  let schedules = openQueue(connection, prefix);

  /** BullMQ waits as long as Redis is down, and indefinitely after its first command fails; a request must not. */
  async function ready(): Promise<ScheduleQueue> {
    if (connection.status !== 'ready') throw new Error('Redis is away');
    await schedules.waitUntilReady().catch(async () => {
      await schedules.close().catch(() => undefined);
      schedules = openQueue(connection, prefix);
      await schedules.waitUntilReady();
    });
    return schedules;
  }

  async function send(command: (queue: ScheduleQueue) => Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error('Redis did not answer in time'));
      }, TIMEOUT_MS);
    });
    const answer = ready().then(command);
    await Promise.race([answer, late]).finally(() => {
      clearTimeout(timer);
    });
  }

  return {
    get queues(): readonly Queue[] {
      return [schedules];
    },
    /**
     * Enqueues the job of the schedule, unless it has one.
     * @throws within three seconds when Redis does not answer; the sweep dispatches the schedule then
     */
    enqueue(schedule: SchedulableRecord, now: Date): Promise<void> {
      const { name, data, opts } = jobOf(schedule, now);
      return send((queue) => queue.add(name, data, opts));
    },
    /**
     * Enqueues the jobs of those schedules that have none.
     * @throws as `enqueue`
     */
    async restore(open: readonly SchedulableRecord[], now: Date): Promise<void> {
      if (open.length === 0) return;
      // To ask for a job costs less than to add it once more.
      await send(async (queue) => {
        const pipeline = connection.pipeline();
        for (const schedule of open) pipeline.exists(queue.toKey(dispatchJobId(schedule)));
        const known = (await pipeline.exec()) ?? [];
        const lost = open.filter((_, index) => known[index]?.[1] === 0);
        return queue.addBulk(lost.map((schedule) => jobOf(schedule, now)));
      });
    },
    /**
     * Runs the failed jobs of those schedules once more.
     * @throws as `enqueue`
     */
    retryFailed: (dispatched: readonly SchedulableRecord[]): Promise<void> =>
      send(async (queue) => {
        const retry = async (schedule: SchedulableRecord): Promise<void> => {
          const job = await queue.getJob(dispatchJobId(schedule));
          if (await job?.isFailed()) await job?.retry('failed');
        };
        await Promise.all(dispatched.map(retry));
      }),
    /**
     * Removes the job of a schedule that has ended; a running job finds nothing to do.
     * @throws as `enqueue`
     */
    drop: (schedule: Pick<SchedulableRecord, '_id' | 'dueAt'>): Promise<void> =>
      send((queue) => queue.remove(dispatchJobId(schedule))),
    close: (): Promise<void> => schedules.close(),
  };
}

function openQueue(connection: RedisClient, prefix: string): ScheduleQueue {
  const queue: ScheduleQueue = new Queue(QUEUES.schedules, { connection, prefix, skipVersionCheck: true });
  // Every failed command rejects for its caller; this event repeats the same error.
  queue.on('error', () => undefined);
  return queue;
}
