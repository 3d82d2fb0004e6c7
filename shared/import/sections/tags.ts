import Joi from 'joi';
import { toEntry, toStored } from '../domain/entry.js';
import { nameText } from '../../platform/values/texts.js';
import { id } from '../domain/fields.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsertRenaming } from './write-context.js';

export interface TagEntry {
  id: number;
  organisation_id: number;
  name: string;
}

export const tags: FleetSection<TagEntry> = {
  schema: Joi.object({ id: id.required(), organisation_id: id.required(), name: nameText.required() }),
  sequence: 'tags',

  async check(context, located) {
    await context.ownership('tags', 'tags', located);
    for (const { entry } of located) {
      const { id: tagId, organisation_id: organisationId, name = '' } = entry;
      if (tagId === undefined || organisationId === undefined) continue;
      context.known.tags.set(tagId, { organisationId, name });
    }
  },

  write: upsertRenaming(
    'tags',
    (entry) => entry.id,
    toStored,
    (renames, before, { organisationId, _id, name }) =>
      before.name === name ? undefined : renames.tag(organisationId, _id, name),
  ),

  export: each('tags', (record) => toEntry(['id', 'organisation_id', 'name'], record)),
};
