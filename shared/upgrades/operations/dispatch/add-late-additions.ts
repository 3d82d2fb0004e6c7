import type { ScheduleRecord } from '../../models/schedule.js';
import type { UpgradeDeps } from '../../deps.js';
import { aimOf } from './decide-due.js';

/**
 * Late additions: gives devices that came into the schedule's networks or got its tags since it was made their pending
 * upgrade, unless a later request has given them one, or they had one of this schedule that a caller deleted or that was
 * taken over. Round trips: one to read the release and one for each list of networks or tags, and up to eight for
 * each 1,000 devices. Each batch renews the claim, so that the sweep leaves the schedule alone meanwhile.
 */
export async function addLateAdditions(
  { stores, now }: UpgradeDeps,
  schedule: ScheduleRecord,
): Promise<void> {
  if (schedule.isChange) return;
  const { segments, scope } = aimOf(schedule);
  const groups = segments.filter((segment) => segment.kind !== 'device');
  if (groups.length === 0) return;
  const release = (await stores.firmware.byIds([schedule.releaseId])).get(schedule.releaseId);
  const parts = new Set(release?.urls.map((url) => url.partNumber));
  for await (const batch of stores.targets.walk(scope, groups, schedule.resolvedAt)) {
    await stores.schedules.renewClaim(schedule, now());
    const withdrawn = await stores.pending.withdrawn(schedule, batch);
    const fitting = batch.filter(({ _id, partNumber }) => parts.has(partNumber) && !withdrawn.has(_id));
    await stores.pending.put(schedule, fitting, now());
  }
}
