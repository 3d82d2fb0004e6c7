import type { JobsOptions } from 'bullmq';
import { KEEP_JOBS } from '../../platform/jobs/queues.js';

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
export function dispatchJobId(scheduleId: number, dueAt: Date): string {
  return `schedule-${scheduleId}-${dueAt.getTime()}`;
}

/** The queue takes jobs without a priority first, then those of 1, then those of 2 … */
export const LAST_PRIORITY = 1000;

/**
 * Repeats change nothing, so a failed one is tried again soon and often; the sweep is behind them all.
 * @param ahead schedules of the same organisation that come before it: the organisations' first jobs are taken first,
 *   then their second ones
 */
export function dispatchJobOptions(jobId: string, delayMs: number, ahead: number): JobsOptions {
  return {
    jobId,
    delay: Math.max(0, Math.round(delayMs)),
    ...(ahead > 0 ? { priority: Math.min(ahead, LAST_PRIORITY) } : {}),
    attempts: 5,
    backoff: { type: 'exponential', delay: 1000 },
    ...KEEP_JOBS,
  };
}
