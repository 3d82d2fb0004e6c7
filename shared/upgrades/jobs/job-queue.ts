import { Queue, type JobsOptions } from 'bullmq';
import type { RedisClient } from '../../platform/redis/redis.js';
import { QUEUES, KEEP_JOBS } from '../../platform/jobs/queues.js';

export const DISPATCH_SCHEDULE = 'release-schedule';

/** Enough to act and to recognise it on the board; the schedule itself is read from the database. */
export interface DispatchScheduleJob {
  readonly scheduleId: number;
  readonly organisationId: number;
  readonly version: string;
  /** ISO 8601. */
  readonly dueAt: string;
  readonly requestId: string | null;
}

/** The id of a schedule's job at a due time: the same for repeats, another when the time was changed. */
function dispatchJobId(scheduleId: number, dueAt: Date): string {
  return `schedule-${scheduleId}-${dueAt.getTime()}`;
}

/** The queue takes jobs without a priority first, then those of 1, then those of 2 … */
export const LAST_PRIORITY = 1000;

/**
 * Repeats change nothing, so a failed one is tried again soon and often; the sweep is behind them all.
 * @param ahead schedules of the same organisation that come before it: the organisations' first jobs are taken first,
 *   then their second ones
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

/** No caller waits longer for Redis. */
const TIMEOUT_MS = 2500;

/** What a job of a schedule is made of. */
export interface SchedulableRecord {
  readonly _id: number;
  readonly organisationId: number;
  readonly version: string;
  readonly dueAt: Date;
  readonly requestId: string | null;
}

/** Jobs are hints that it is time to look: the database says what is due, so a lost or doubled one does no harm. */
export interface JobQueue {
  /**
   * Gives the schedule its job, unless it has one.
   * @param ahead how many schedules of its organisation fall due with it and come first: others' go before it
   * @throws within three seconds when Redis does not answer; the sweep makes up for it
   */
  enqueue(schedule: SchedulableRecord, now: Date, ahead: number): Promise<void>;
  /**
   * The same for several, in one round trip.
   * @throws as enqueueRelease
   */
  enqueueAll(
    entries: readonly { readonly schedule: SchedulableRecord; readonly ahead: number }[],
    now: Date,
  ): Promise<void>;
  /**
   * Forgets the job of a schedule that has gone; one that runs already finds nothing to do.
   * @throws as enqueueRelease
   */
  drop(schedule: Pick<SchedulableRecord, '_id' | 'dueAt'>): Promise<void>;
  readonly queues: readonly Queue[];
  close(): Promise<void>;
}

type ScheduleQueue = Queue<DispatchScheduleJob, void, typeof DISPATCH_SCHEDULE>;

export function openJobQueue(connection: RedisClient, prefix: string): JobQueue {
  let schedules = openQueue(connection, prefix);

  /** BullMQ waits for as long as Redis is away, and for ever once its first command has failed: neither suits a request. */
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
  // Every command that fails is reported to its caller; this is the same error once more.
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
