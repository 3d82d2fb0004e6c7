import type { UpgradeDeps } from '../../deps.js';
import { closeOverdue } from './close-overdue.js';
import { dispatchDue } from './dispatch-due.js';
import { expireRecords } from './expire-records.js';
import { finishAbandoned } from './finish-abandoned.js';
import { dispatchWaiting } from './dispatch-waiting.js';
import { restoreJobs } from './restore-jobs.js';

/** The changes made by one sweep. */
export interface SweepFindings {
  readonly closed: number;
  readonly dispatchedSchedules: number;
  readonly dispatchedUpgrades: number;
  readonly abandonedSchedules: number;
  readonly expired: number;
}

export interface SweepResult {
  readonly findings: SweepFindings;
  /** The errors of the parts that failed. */
  readonly failures: readonly unknown[];
  /** Why lost jobs were not restored; null when they were. The sweep does without them. */
  readonly queueFailure: unknown;
}

/**
 * Finds and does work that no job or request will do. Any number of sweeps may run
 * concurrently. Each part runs even if others fail. Only restoreJobs needs Redis, and waits for it no longer than the
 * queue's timeout.
 */
export async function sweep(deps: UpgradeDeps): Promise<SweepResult> {
  const failures: unknown[] = [];
  const attempt = async <T>(part: (deps: UpgradeDeps) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await part(deps);
    } catch (error) {
      failures.push(error);
      return otherwise;
    }
  };
  const closed = await attempt(closeOverdue, 0);
  const dispatched = await attempt(dispatchDue, []);
  await deps.failpoint('due-dispatched');
  const dispatchedUpgrades = await attempt(async () => {
    const { Queued, Skipped, Cancelled } = await dispatchWaiting(deps);
    return Queued + Skipped + Cancelled;
  }, 0);
  await deps.failpoint('waiting-dispatched');
  const abandonedSchedules = await attempt(finishAbandoned, 0);
  const queueFailure: unknown = await restoreJobs(deps, dispatched).then(
    () => null,
    (error: unknown) => error,
  );
  await deps.failpoint('jobs-restored');
  const expired = await attempt(expireRecords, 0);
  const dispatchedSchedules = dispatched.length;
  const findings = { closed, dispatchedSchedules, dispatchedUpgrades, abandonedSchedules, expired };
  return { findings, failures, queueFailure };
}
