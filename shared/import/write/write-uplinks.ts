import { byKey, countsOf, type WriteSection } from './write.js';

/** Uplinks are added, never changed: one that a template has replaced since stays replaced. At most two round trips. */
export const writeUplinks: WriteSection<'uplinks'> = async ({ deps }, entries) => {
  const entryOf = byKey(entries, ({ id }) => id);
  const ids = entries.map(({ id }) => id);
  const written = await deps.stores.fleetWrites.upsert('uplinks', ids, (_id, existing) => {
    if (existing) return existing;
    const { organisation_id, router_inventory_id, details, created_at } = entryOf(_id);
    return {
      _id,
      organisationId: organisation_id,
      deviceId: router_inventory_id,
      uplinkType: details.uplink_type,
      details,
      isDeleted: false,
      deletedAt: null,
      createdAt: created_at,
    };
  });
  return countsOf(written);
};
