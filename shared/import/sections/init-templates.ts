import Joi from 'joi';
import { toEntry, toStored } from '../domain/entry.js';
import { id, list, text, uplinkDetails } from '../domain/fields.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { checkDetails, exportedDetails, storedDetails, type UplinkDetails } from './uplink-details.js';
import { upsert } from './write-context.js';

export interface InitTemplateEntry {
  id: number;
  organisation_id: number;
  name: string;
  details: UplinkDetails[];
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
    for (const { path, entry } of located) {
      const { id: templateId, details = [] } = entry;
      if (templateId !== undefined)
        checkDetails(context, 'init_templates', templateId, details, (index) => `${path}.details[${index}]`);
    }
  },

  write: upsert(
    'initTemplates',
    (entry) => entry.id,
    (entry, existing, { deps }) => {
      const stored = existing && {
        ...existing,
        entries: existing.details,
        secrets: existing.secrets,
      };
      const { entries: details, secrets } = storedDetails(
        deps,
        'init_templates',
        entry.id,
        entry.details,
        stored,
      );
      return { ...toStored(entry), details, secrets };
    },
  ),

  async *export(context) {
    const entries = each('initTemplates', (record) => {
      const { _id, details: stored, secrets } = record;
      const details = exportedDetails(context, 'init_templates', { _id, entries: stored, secrets });
      return { ...toEntry(['id', 'organisation_id', 'name'], record), details: details as UplinkDetails[] };
    });
    yield* entries(context);
  },
};
