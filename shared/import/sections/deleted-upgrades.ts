import Joi from 'joi';
import { toEntry, toStored } from '../domain/entry.js';
import { id, scheduleIds, time } from '../domain/fields.js';
import { valuesOf } from './check-context.js';
import { pages, storedSchedules } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsert } from './write-context.js';

/** A pending upgrade that was deleted: its schedules give the device no other one. */
export interface DeletedUpgradeEntry {
  /** The ids of the upgrade and of its last schedule: `5:7`. */
  id: string;
  organisation_id: number;
  router_inventory_id: number;
  schedule_ids: number[];
  deleted_at: Date;
}

export const deletedUpgrades: FleetSection<DeletedUpgradeEntry> = {
  schema: Joi.object({
    id: Joi.string()
      .pattern(/^[1-9]\d{0,11}:[1-9]\d{0,11}$/)
      .required(),
    organisation_id: id.required(),
    router_inventory_id: id.required(),
    schedule_ids: scheduleIds.min(1).required(),
    deleted_at: time.required(),
  }),
  sequence: 'upgrades',

  async check(context, located) {
    const { organisations } = context.known;
    await organisations.load(valuesOf(located, (entry) => entry.organisation_id));
    for (const { path, entry } of located) {
      const { id: ids, organisation_id: organisationId } = entry;
      // An upgrade can be deleted from several schedules, so its id may occur again.
      if (ids !== undefined) context.idsOf('deleted_upgrades').add(Number(ids.split(':')[0]));
      if (organisationId !== undefined) context.organisation(path, organisationId);
    }
    await context.deviceReferences(located);
    await context.scheduleReferences(
      located.flatMap(({ path, entry: { schedule_ids: named = [], organisation_id: organisationId } }) =>
        named.map((one, index) => ({ path: `${path}.schedule_ids[${index}]`, id: one, organisationId })),
      ),
    );
  },

  // Added, never changed.
  write: upsert(
    'deletedUpgrades',
    (entry) => entry.id,
    (entry, existing) => existing ?? toStored(entry),
  ),

  async *export(context) {
    for await (const records of pages(context, 'deletedUpgrades')) {
      const deviceIds = records.map(({ routerInventoryId }) => routerInventoryId);
      const devices = await context.deps.stores.fleetLookup.find('devices', deviceIds, []);
      const schedules = await storedSchedules(
        context,
        records.flatMap((record) => record.scheduleIds),
      );
      yield records.flatMap((record) => {
        const schedule_ids = [...new Set(record.scheduleIds)].filter((one) => schedules.has(one));
        // Without its schedules or its device, a deletion holds nothing back.
        if (schedule_ids.length === 0 || !devices.has(record.routerInventoryId)) return [];
        const fields = toEntry(['id', 'organisation_id', 'router_inventory_id', 'deleted_at'], record);
        return [{ ...fields, schedule_ids }];
      });
    }
  },
};
