import Joi from 'joi';
import { toEntry, toStored } from '../domain/entry.js';
import { organisationFields } from '../../access/domain/organisation-fields.js';
import { id } from '../domain/fields.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsert } from './write-context.js';

export interface OrganisationEntry {
  id: number;
  name: string;
  no_of_aps: number;
}

const EMPTY = { deviceCount: 0, unassignedCount: 0, inventoryRevision: 0, firmwareRevision: 0 };

export const organisations: FleetSection<OrganisationEntry> = {
  schema: Joi.object({
    id: id.required(),
    name: organisationFields.name.required(),
    no_of_aps: organisationFields.no_of_aps.required(),
  }),
  sequence: 'organisations',

  // One with a fault is known all the same, so that what refers to it has no faults of that.
  check(context, located) {
    for (const { path, entry } of located) {
      context.addId('organisations', path, entry.id, entry.id);
      if (entry.id === undefined) continue;
      const noOfAps = entry.no_of_aps ?? Number.POSITIVE_INFINITY;
      context.known.organisations.set(entry.id, { noOfAps });
    }
  },

  // The counts of devices follow from the devices.
  write: upsert(
    'organisations',
    (entry) => entry.id,
    (entry, existing) => ({ ...(existing ?? EMPTY), ...toStored(entry) }),
  ),

  export: each('organisations', (record) => toEntry(['id', 'name', 'no_of_aps'], record)),
};
