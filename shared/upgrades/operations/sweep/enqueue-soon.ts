import type { SchedulingDeps } from '../../deps.js';
import { staleMs } from './dispatch-due.js';

const MAX_SOON = 1000;

/**
 * Ensures that schedules that fall due before the next sweep have a job. The queue ignores a job id that it already
 * has, so a schedule never has two jobs.
 * @throws when Redis does not answer in time
 */
export async function enqueueSoon({ stores, jobs, now, env }: SchedulingDeps): Promise<void> {
  const at = now();
  const until = new Date(at.getTime() + env.sweepIntervalS * 1000);
  const after = new Date(at.getTime() - staleMs(env));
  const ofOrganisation = new Map<number, number>();
  const entries = (await stores.schedules.dueBefore(until, MAX_SOON, after)).map((schedule) => {
    const ahead = ofOrganisation.get(schedule.organisationId) ?? 0;
    ofOrganisation.set(schedule.organisationId, ahead + 1);
    return { schedule, ahead };
  });
  await jobs.enqueueAll(entries, at);
}
