import type { Scope } from '../../domain/access.js';
import type { ScheduleRecord } from '../../models/schedule.js';
import type { Deps } from '../deps.js';
import { segmentsOf } from './decide-due.js';

/** What the schedule's maker could change when it was made: nobody joins it from beyond that. */
export function scopeOfSchedule(schedule: ScheduleRecord): Scope {
  const { organisationId, networkIds, includesUnassigned } = schedule;
  return { organisationId, networkIds: networkIds ?? 'all', unassigned: includesUnassigned };
}

/**
 * Gives devices that came into the schedule's networks or got its tags since it was made their pending upgrade
 * (decisions, upgrades: resolved again at the due time). One round trip without joiners, three for each 1,000.
 */
export async function addJoiners({ stores, now }: Deps, schedule: ScheduleRecord): Promise<void> {
  const groups = segmentsOf(schedule).filter((segment) => segment.kind !== 'device');
  if (groups.length === 0) return;
  const release = (await stores.firmware.byIds([schedule.releaseId])).get(schedule.releaseId);
  const parts = new Set(release?.urls.map((url) => url.partNumber));
  for await (const batch of stores.targets.walk(scopeOfSchedule(schedule), groups, schedule.resolvedAt)) {
    const fitting = batch.filter((device) => parts.has(device.partNumber));
    if (fitting.length > 0) await stores.pending.add(schedule, fitting, now());
  }
}
