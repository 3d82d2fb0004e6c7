import { byKey, countsOf, type WriteSection } from './write.js';

/** At most three round trips. */
export const writeInitTemplates: WriteSection<'init_templates'> = async ({ deps }, entries) => {
  const entryOf = byKey(entries, ({ id }) => id);
  const ids = entries.map(({ id }) => id);
  const written = await deps.stores.fleetWrites.upsert('initTemplates', ids, (_id) => {
    const { organisation_id: organisationId, name, details } = entryOf(_id);
    return { _id, organisationId, name, details };
  });
  return countsOf(written);
};
