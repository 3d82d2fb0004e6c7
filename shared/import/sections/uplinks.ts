import Joi from 'joi';
import { toEntry } from '../domain/entry.js';
import { id, time, uplinkDetails } from '../domain/fields.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { checkDetails, exportedDetails, storedDetails, type UplinkDetails } from './uplink-details.js';
import { upsert } from './write-context.js';

export interface UplinkEntry {
  id: number;
  organisation_id: number;
  router_inventory_id: number;
  details: UplinkDetails;
  created_at: Date;
}

export const uplinks: FleetSection<UplinkEntry> = {
  schema: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    router_inventory_id: id.required(),
    details: uplinkDetails.required(),
    created_at: time.required(),
  }),
  sequence: 'uplinks',

  async check(context, located) {
    await context.ownership('uplinks', 'uplinks', located);
    await context.deviceReferences(located);
    for (const { path, entry } of located) {
      const { id: uplinkId, details } = entry;
      if (uplinkId !== undefined && details)
        checkDetails(context, 'uplinks', uplinkId, [details], () => `${path}.details`);
    }
  },

  // Added, never changed: an uplink that a template has replaced stays replaced.
  write: upsert(
    'uplinks',
    (entry) => entry.id,
    (entry, existing, { deps }) => {
      if (existing) return existing;
      const { entries, secrets } = storedDetails(deps, 'uplinks', entry.id, [entry.details], null);
      return {
        _id: entry.id,
        organisationId: entry.organisation_id,
        deviceId: entry.router_inventory_id,
        uplinkType: entry.details.uplink_type,
        details: entries[0] ?? {},
        secrets,
        isDeleted: false,
        deletedAt: null,
        createdAt: entry.created_at,
      };
    },
  ),

  async *export(context) {
    const entries = each('uplinks', (record) => {
      const { _id, details: stored, secrets, uplinkType: uplink_type } = record;
      const [details] = exportedDetails(context, 'uplinks', { _id, entries: [stored], secrets });
      return {
        ...toEntry(['id', 'organisation_id', 'created_at'], record),
        router_inventory_id: record.deviceId,
        details: { ...details, uplink_type },
      };
    });
    yield* entries(context);
  },
};
