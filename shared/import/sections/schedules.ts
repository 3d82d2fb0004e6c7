import Joi from 'joi';
import { toEntry, toStored } from '../domain/entry.js';
import { versionText } from '../../platform/values/texts.js';
import { flag, id, time } from '../domain/fields.js';
import { each } from './export-context.js';
import { releaseFor, storedReleases } from './firmware-releases.js';
import type { FleetSection } from './section.js';
import { upsert } from './write-context.js';

export interface ScheduleEntry {
  id: number;
  organisation_id: number;
  user_id: number;
  targets: string[];
  is_change: boolean;
  network_ids: number[] | null;
  includes_unassigned: boolean;
  version: string;
  upgrade_type: string;
  schedule_type: 'now' | 'later';
  time_zone: string | null;
  save_prev_config: boolean;
  due_at: Date;
  state: 'writing' | 'waiting' | 'dispatched' | 'cancelled';
  resolved_at: Date;
  dispatched_at: Date | null;
  created_at: Date;
}

export const schedules: FleetSection<ScheduleEntry> = {
  schema: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    user_id: Joi.number().integer().min(0).required(),
    targets: Joi.array()
      .items(Joi.string().pattern(/^(AP|network|tag):\d+$/))
      .required(),
    is_change: flag.required(),
    network_ids: Joi.array().items(id).allow(null).required(),
    includes_unassigned: flag.required(),
    version: versionText.required(),
    upgrade_type: Joi.valid('automatic', 'manual').required(),
    schedule_type: Joi.valid('now', 'later').required(),
    time_zone: Joi.string().max(64).allow(null).required(),
    save_prev_config: flag.required(),
    due_at: time.required(),
    state: Joi.valid('writing', 'waiting', 'dispatched', 'cancelled').required(),
    resolved_at: time.required(),
    dispatched_at: time.allow(null).required(),
    created_at: time.required(),
  }),
  sequence: 'schedules',

  // Targets are not checked: one that no longer exists resolves to no device.
  async check(context, located) {
    await context.ownership('schedules', 'schedules', located);
  },

  // Added, never changed: from then on only the service changes them.
  async write(context, entries) {
    const releases = await storedReleases(context.deps.stores.fleetLookup, entries);
    const write = upsert(
      'schedules',
      (entry: ScheduleEntry) => entry.id,
      (entry, existing) =>
        existing ?? {
          ...toStored(entry),
          releaseId: releaseFor(releases, entry) ?? 0,
          touchedAt: context.at,
          requestId: null,
          dispatchedTo: null,
        },
    );
    return write(context, entries);
  },

  export: each('schedules', (schedule) => ({
    ...toEntry(
      [
        'id',
        'organisation_id',
        'user_id',
        'targets',
        'network_ids',
        'includes_unassigned',
        'version',
        'upgrade_type',
        'schedule_type',
        'time_zone',
        'save_prev_config',
        'due_at',
        'resolved_at',
        'dispatched_at',
        'created_at',
      ],
      schedule,
    ),
    is_change: schedule.isChange,
    // Dispatching from the start again changes nothing that was done.
    state: schedule.state === 'dispatching' ? 'waiting' : schedule.state,
  })),
};
