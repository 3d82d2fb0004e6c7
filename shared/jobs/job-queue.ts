import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
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
  /** @throws when Redis is away; the sweep makes up for it */
  enqueueRelease(schedule: SchedulableRecord, now: Date, round?: number): Promise<void>;
  /** Forgets the job of a schedule that has gone; one that runs already finds nothing to do. */
  dropRelease(schedule: Pick<SchedulableRecord, '_id' | 'dueAt'>): Promise<void>;
  readonly queues: readonly Queue[];
  close(): Promise<void>;
}

export function openJobQueue(connection: Redis, prefix: string): JobQueue {
  const schedules = new Queue<ReleaseScheduleJob, void, typeof RELEASE_SCHEDULE>(QUEUES.schedules, {
    connection,
    prefix,
    skipVersionCheck: true,
  });
  // Every command that fails is reported to who gave it; this is the same error once more.
  schedules.on('error', () => undefined);
  return {
    queues: [schedules],
    async enqueueRelease({ _id, organisationId, version, dueAt, requestId }, now, round = 0) {
      const data = { scheduleId: _id, organisationId, version, dueAt: dueAt.toISOString(), requestId };
      const delay = dueAt.getTime() - now.getTime();
      await schedules.add(RELEASE_SCHEDULE, data, releaseJobOptions(releaseJobId(_id, dueAt, round), delay));
    },
    async dropRelease({ _id, dueAt }) {
      await schedules.remove(releaseJobId(_id, dueAt));
    },
    close: () => schedules.close(),
  };
}
