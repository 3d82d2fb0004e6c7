import { DelayedError, type Job } from 'bullmq';
import { LAST_PRIORITY, type DispatchScheduleJob } from '../shared/upgrades/jobs/job-queue.js';
import { dispatchSlice, type DispatchCounts } from '../shared/upgrades/operations/dispatch/dispatch-slice.js';
import type { Deps } from '../shared/composition/deps.js';

/** A parked job that is not resumed earlier runs again after this time. */
const PARKED_MS = 5000;

/**
 * Dispatches a slice of the job's schedule, and puts the job back behind those of other organisations until no slice is
 * left. A job that runs early (the queue has another clock) is delayed until its time, and one whose organisation holds
 * its share of this worker until a place is free. A job whose schedule was changed, cancelled or dispatched finds
 * nothing to do.
 */
export async function dispatchSchedule(
  deps: WorkerDeps,
  job: Job<DispatchScheduleJob>,
  token: string | undefined,
): Promise<DispatchCounts | null> {
  const { scheduleId: _id, organisationId, dueAt } = job.data;
  const { places } = deps;
  const putBack = async (delayMs: number): Promise<never> => {
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  };
  const early = new Date(dueAt).getTime() - deps.now().getTime();
  if (early > 0) return putBack(early);
  if (!places.take(organisationId)) {
    const returned = job.moveToDelayed(Date.now() + PARKED_MS, token);
    places.park(organisationId, job, returned);
    await returned;
    throw new DelayedError();
  }
  try {
    const slice = await dispatchSlice(deps, { _id, organisationId });
    if (slice === null || slice.isDone) return slice?.counts ?? null;
  } finally {
    places.leave(organisationId);
  }
  await job.changePriority({ priority: Math.min(job.priority + 1, LAST_PRIORITY) });
  return putBack(0);
}

interface Parked {
  readonly job: Pick<Job, 'promote'>;
  /** Resolves once the job is back in the queue. */
  readonly returned: Promise<void>;
}

/**
 * Tracks which organisations hold this worker's places. An organisation holds at most half of them (rounded up); its
 * further jobs go back to the queue and are resumed when it leaves a place.
 */
export class Places {
  private readonly share: number;
  private readonly held = new Map<number, number>();
  private readonly parked = new Map<number, Parked[]>();

  constructor(places: number) {
    this.share = Math.ceil(places / 2);
  }

  /** The number of places held. */
  get count(): number {
    return [...this.held.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Takes a place; false when the organisation holds its share. */
  take(organisationId: number): boolean {
    const held = this.held.get(organisationId) ?? 0;
    if (held >= this.share) return false;
    this.held.set(organisationId, held + 1);
    return true;
  }

  /** Records a job that goes back to the queue because its organisation holds its share. */
  park(organisationId: number, job: Parked['job'], returned: Promise<void>): void {
    const line = this.parked.get(organisationId) ?? [];
    line.push({ job, returned });
    this.parked.set(organisationId, line);
  }

  /** Leaves a place and resumes the job that was parked first. */
  leave(organisationId: number): void {
    const held = (this.held.get(organisationId) ?? 1) - 1;
    if (held === 0) this.held.delete(organisationId);
    else this.held.set(organisationId, held);
    const line = this.parked.get(organisationId);
    const next = line?.shift();
    if (line?.length === 0) this.parked.delete(organisationId);
    // A job that has already run again cannot be resumed.
    void next?.returned.then(() => next.job.promote()).catch(() => undefined);
  }
}

/** The dependencies of processors. */
export interface WorkerDeps extends Deps {
  readonly places: Places;
}
