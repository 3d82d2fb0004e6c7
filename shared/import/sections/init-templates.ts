import Joi from 'joi';
import { toEntry, toStored } from '../domain/entry.js';
import { id, list, text, uplinkDetails } from '../domain/fields.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import type { UplinkEntry } from './uplinks.js';
import { upsert } from './write-context.js';

export interface InitTemplateEntry {
  id: number;
  organisation_id: number;
  name: string;
  details: UplinkEntry['details'][];
}

export const initTemplates: FleetSection<InitTemplateEntry> = {
  schema: Joi.object({
    id: id.required(),
    organisation_id: id.required(),
    name: text.required(),
    details: list(uplinkDetails).required(),
  }),
  sequence: 'initTemplates',

  async check(context, located) {
    await context.ownership('init_templates', 'initTemplates', located);
  },

  write: upsert('initTemplates', (entry) => entry.id, toStored),

  export: each('initTemplates', (record) => ({
    ...toEntry(['id', 'organisation_id', 'name'], record),
    details: record.details as InitTemplateEntry['details'],
  })),
};
