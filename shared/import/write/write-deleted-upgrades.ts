import { byKey, countsOf, type WriteSection } from './write.js';

/** Deletions are added, never changed. At most two round trips. */
export const writeDeletedUpgrades: WriteSection<'deleted_upgrades'> = async ({ deps }, entries) => {
  const entryOf = byKey(entries, ({ id }) => id);
  const ids = [...new Set(entries.map(({ id }) => id))];
  const written = await deps.stores.fleetWrites.upsert('deletedUpgrades', ids, (_id, existing) => {
    if (existing) return existing;
    const { organisation_id, router_inventory_id, schedule_ids, deleted_at } = entryOf(_id);
    return {
      _id,
      organisationId: organisation_id,
      routerInventoryId: router_inventory_id,
      scheduleIds: schedule_ids,
      deletedAt: deleted_at,
    };
  });
  return countsOf(written);
};
