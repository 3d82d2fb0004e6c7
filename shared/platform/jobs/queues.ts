/** The name of the queue, which the board shows. */
export const QUEUES = { schedules: 'upgrade-schedules' } as const;

/** Finished jobs are kept for the board only; MongoDB has the results. */
export const KEEP_JOBS = {
  removeOnComplete: { age: 24 * 3600, count: 1000 },
  removeOnFail: { age: 7 * 24 * 3600, count: 5000 },
} as const;
