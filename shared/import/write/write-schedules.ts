import type { FleetEntries } from '../domain/entries.js';
import type { ScheduleRecord } from '../../upgrades/models/schedule.js';
import { findReleases } from './find-releases.js';
import { byKey, countsOf, type WriteSection } from './write.js';

/** Schedules are added, never changed: the worker and their makers change them. At most three round trips. */
export const writeSchedules: WriteSection<'schedules'> = async (writing, entries) => {
  const releaseOf = await findReleases(writing, entries);
  const entryOf = byKey(entries, ({ id }) => id);
  const ids = entries.map(({ id }) => id);
  const written = await writing.deps.stores.fleetWrites.upsert(
    'schedules',
    ids,
    (id, existing) => existing ?? planSchedule(entryOf(id), releaseOf(entryOf(id)) ?? 0, writing.at),
  );
  return countsOf(written);
};

function planSchedule(entry: FleetEntries['schedules'], releaseId: number, at: Date): ScheduleRecord {
  return {
    _id: entry.id,
    organisationId: entry.organisation_id,
    userId: entry.user_id,
    targets: entry.targets,
    isChange: entry.is_change,
    networkIds: entry.network_ids,
    includesUnassigned: entry.includes_unassigned,
    version: entry.version,
    releaseId,
    upgradeType: entry.upgrade_type,
    scheduleType: entry.schedule_type,
    timeZone: entry.time_zone,
    savePrevConfig: entry.save_prev_config,
    dueAt: entry.due_at,
    state: entry.state,
    resolvedAt: entry.resolved_at,
    touchedAt: at,
    requestId: null,
    releasedAt: entry.released_at,
    releasedTo: null,
    createdAt: entry.created_at,
  };
}
