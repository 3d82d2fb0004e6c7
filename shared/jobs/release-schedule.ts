import type { JobsOptions } from 'bullmq';
import { KEEP_JOBS } from './queues.js';

export const RELEASE_SCHEDULE = 'release-schedule';

/** Enough to act and to recognise it on the board; the schedule itself is read from the database. */
export interface ReleaseScheduleJob {
  readonly scheduleId: number;
  readonly organisationId: number;
  readonly version: string;
  /** ISO 8601. */
  readonly dueAt: string;
  readonly requestId: string | null;
}

/**
 * The id of a schedule's job at a due time: the same for repeats, another when the time was changed. `round` makes
 * another of it for the sweep, because BullMQ ignores an id it has seen.
 */
export function releaseJobId(scheduleId: number, dueAt: Date, round = 0): string {
  const id = `schedule-${scheduleId}-${dueAt.getTime()}`;
  return round === 0 ? id : `${id}-${round}`;
}

/** Repeats change nothing, so a failed one is tried again soon and often; the sweep is behind them all. */
export function releaseJobOptions(jobId: string, delayMs: number): JobsOptions {
  return {
    jobId,
    delay: Math.max(0, Math.round(delayMs)),
    attempts: 5,
    backoff: { type: 'exponential', delay: 1000 },
    ...KEEP_JOBS,
  };
}
