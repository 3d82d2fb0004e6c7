import Joi from 'joi';
import { toEntry, toStored } from '../domain/entry.js';
import { organisationFields } from '../../access/domain/organisation-fields.js';
import { flag, id } from '../domain/fields.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsert } from './write-context.js';

export interface OrganisationEntry {
  id: number;
  name: string;
  no_of_aps: number;
  require_second_factor?: boolean;
  session_idle_minutes?: number;
}

const EMPTY = { deviceCount: 0, unassignedCount: 0, inventoryRevision: 0, firmwareRevision: 0 };

export const organisations: FleetSection<OrganisationEntry> = {
  schema: Joi.object({
    id: id.required(),
    name: organisationFields.name.required(),
    no_of_aps: organisationFields.no_of_aps.required(),
    require_second_factor: flag,
    session_idle_minutes: organisationFields.session_idle_minutes,
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
    (
      { require_second_factor: requiresSecondFactor, session_idle_minutes: idleMinutes, ...entry },
      existing,
    ) => {
      const signIn = {
        ...existing?.signIn,
        ...(requiresSecondFactor === undefined ? {} : { requiresSecondFactor }),
        ...(idleMinutes === undefined ? {} : { idleMinutes }),
      };
      const rules = Object.keys(signIn).length > 0 ? { signIn } : {};
      return { ...(existing ?? EMPTY), ...toStored(entry), ...rules };
    },
  ),

  export: each('organisations', (record) => {
    const { requiresSecondFactor, idleMinutes } = record.signIn ?? {};
    return {
      ...toEntry(['id', 'name', 'no_of_aps'], record),
      ...(requiresSecondFactor === undefined ? {} : { require_second_factor: requiresSecondFactor }),
      ...(idleMinutes === undefined ? {} : { session_idle_minutes: idleMinutes }),
    };
  }),
};
