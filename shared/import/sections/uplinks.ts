import Joi from 'joi';
import { toEntry } from '../domain/entry.js';
import { id, time, uplinkDetails } from '../domain/fields.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsert } from './write-context.js';

export interface UplinkEntry {
  id: number;
  organisation_id: number;
  router_inventory_id: number;
  details: { uplink_type: string; [field: string]: unknown };
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
  },

  // Added, never changed: an uplink that a template has replaced stays replaced.
  write: upsert(
    'uplinks',
    (entry) => entry.id,
    (entry, existing) =>
      existing ?? {
        _id: entry.id,
        organisationId: entry.organisation_id,
        deviceId: entry.router_inventory_id,
        uplinkType: entry.details.uplink_type,
        details: entry.details,
        isDeleted: false,
        deletedAt: null,
        createdAt: entry.created_at,
      },
  ),

  export: each('uplinks', (record) => ({
    ...toEntry(['id', 'organisation_id', 'created_at'], record),
    router_inventory_id: record.deviceId,
    details: { ...record.details, uplink_type: record.uplinkType },
  })),
};
