import type { Job } from 'bullmq';

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
