import { Queue, type JobsOptions } from 'bullmq';
import type { RedisClient } from '../../platform/redis/redis.js';
import { QUEUES, KEEP_JOBS } from '../../platform/jobs/queues.js';

export const DISPATCH_SCHEDULE = 'release-schedule';

/** The fields that the worker and the board need; the schedule itself is read from the database. */
export interface DispatchScheduleJob {
  readonly scheduleId: number;
  readonly organisationId: number;
  readonly version: string;
  /** ISO 8601. */
  readonly dueAt: string;
  readonly requestId: string | null;
}

/** The id of a schedule's job at a due time. It changes with the due time only, so the queue ignores repeats. */
function dispatchJobId(scheduleId: number, dueAt: Date): string {
  return `schedule-${scheduleId}-${dueAt.getTime()}`;
}

/** The queue takes jobs without a priority first, then priority 1, then priority 2 and so on. */
export const LAST_PRIORITY = 1000;

/**
 * A job may run again without effect, so a failed one is retried soon and often. The sweep dispatches what jobs do not.
 * @param ahead the number of earlier schedules of the same organisation: the first job of every organisation is taken
 *   first, then the second
 */
function dispatchJobOptions(jobId: string, delayMs: number, ahead: number): JobsOptions {
  return {
    jobId,
    delay: Math.max(0, Math.round(delayMs)),
    ...(ahead > 0 ? { priority: Math.min(ahead, LAST_PRIORITY) } : {}),
    attempts: 5,
    backoff: { type: 'exponential', delay: 1000 },
    ...KEEP_JOBS,
  };
}

/** The longest time that a caller waits for Redis. */
const TIMEOUT_MS = 2500;

/** The fields of a schedule that its job is made from. */
export interface SchedulableRecord {
  readonly _id: number;
  readonly organisationId: number;
  readonly version: string;
  readonly dueAt: Date;
  readonly requestId: string | null;
}

/** Jobs only trigger work. The database determines what is due, so a lost or repeated job does no harm. */
export interface JobQueue {
  /**
   * Enqueues the job of the schedule, unless it has one.
   * @param ahead how many schedules of its organisation fall due just before it: jobs of other organisations go first
   * @throws within three seconds when Redis does not answer; the sweep dispatches the schedule then
   */
  enqueue(schedule: SchedulableRecord, now: Date, ahead: number): Promise<void>;
  /**
   * Enqueues the jobs of several schedules in one command.
   * @throws as {@link enqueue}
   */
  enqueueAll(
    entries: readonly { readonly schedule: SchedulableRecord; readonly ahead: number }[],
    now: Date,
  ): Promise<void>;
  /**
   * Removes the job of a schedule that has ended; a running job finds nothing to do.
   * @throws as {@link enqueue}
   */
  drop(schedule: Pick<SchedulableRecord, '_id' | 'dueAt'>): Promise<void>;
  readonly queues: readonly Queue[];
  close(): Promise<void>;
}

type ScheduleQueue = Queue<DispatchScheduleJob, void, typeof DISPATCH_SCHEDULE>;

export function openJobQueue(connection: RedisClient, prefix: string): JobQueue {
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
    get queues() {
      return [schedules];
    },
    enqueue(schedule, now, ahead) {
      const { name, data, opts } = jobOf(schedule, now, ahead);
      return send((queue) => queue.add(name, data, opts));
    },
    async enqueueAll(entries, now) {
      if (entries.length === 0) return;
      const jobs = entries.map(({ schedule, ahead }) => jobOf(schedule, now, ahead));
      await send((queue) => queue.addBulk(jobs));
    },
    drop: ({ _id, dueAt }) => send((queue) => queue.remove(dispatchJobId(_id, dueAt))),
    close: () => schedules.close(),
  };
}

function openQueue(connection: RedisClient, prefix: string): ScheduleQueue {
  const queue: ScheduleQueue = new Queue(QUEUES.schedules, { connection, prefix, skipVersionCheck: true });
  // Every failed command rejects for its caller; this event repeats the same error.
  queue.on('error', () => undefined);
  return queue;
}

function jobOf(
  { _id, organisationId, version, dueAt, requestId }: SchedulableRecord,
  now: Date,
  ahead: number,
) {
  const data = { scheduleId: _id, organisationId, version, dueAt: dueAt.toISOString(), requestId };
  const delay = dueAt.getTime() - now.getTime();
  const opts = dispatchJobOptions(dispatchJobId(_id, dueAt), delay, ahead);
  return { name: DISPATCH_SCHEDULE, data, opts } as const;
}
