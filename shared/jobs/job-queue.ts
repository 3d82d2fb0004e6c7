import { Queue } from 'bullmq';
import type { RedisClient } from '../connections/redis.js';
import { QUEUES } from './queues.js';
import {
  RELEASE_SCHEDULE,
  releaseJobId,
  releaseJobOptions,
  type ReleaseScheduleJob,
} from './release-schedule.js';

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
  /** @throws within two seconds when Redis is away; the sweep makes up for it */
  enqueueRelease(schedule: SchedulableRecord, now: Date): Promise<void>;
  /**
   * Makes sure that each has a job, in one round trip; a `round` above 0 makes another job beside the one there was.
   * @throws as enqueueRelease
   */
  enqueueReleases(
    entries: readonly { readonly schedule: SchedulableRecord; readonly round: number }[],
    now: Date,
  ): Promise<void>;
  /**
   * Forgets the job of a schedule that has gone; one that runs already finds nothing to do.
   * @throws as enqueueRelease
   */
  dropRelease(schedule: Pick<SchedulableRecord, '_id' | 'dueAt'>): Promise<void>;
  readonly queues: readonly Queue[];
  close(): Promise<void>;
}

type ScheduleQueue = Queue<ReleaseScheduleJob, void, typeof RELEASE_SCHEDULE>;

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

  return {
    get queues() {
      return [schedules];
    },
    async enqueueRelease(schedule, now) {
      const { name, data, opts } = jobOf(schedule, now, 0);
      await (await ready()).add(name, data, opts);
    },
    async enqueueReleases(entries, now) {
      if (entries.length === 0) return;
      const queue = await ready();
      await queue.addBulk(entries.map(({ schedule, round }) => jobOf(schedule, now, round)));
    },
    async dropRelease({ _id, dueAt }) {
      await (await ready()).remove(releaseJobId(_id, dueAt));
    },
    close: () => schedules.close(),
  };
}

function openQueue(connection: RedisClient, prefix: string): ScheduleQueue {
  const queue: ScheduleQueue = new Queue(QUEUES.schedules, { connection, prefix, skipVersionCheck: true });
  // Every command that fails is reported to who gave it; this is the same error once more.
  queue.on('error', () => undefined);
  return queue;
}

function jobOf(
  { _id, organisationId, version, dueAt, requestId }: SchedulableRecord,
  now: Date,
  round: number,
) {
  const data = { scheduleId: _id, organisationId, version, dueAt: dueAt.toISOString(), requestId };
  const delay = dueAt.getTime() - now.getTime();
  return {
    name: RELEASE_SCHEDULE,
    data,
    opts: releaseJobOptions(releaseJobId(_id, dueAt, round), delay),
  } as const;
}
