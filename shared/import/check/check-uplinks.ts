import { valuesOf, type CheckSection } from './check.js';
import { checkOwnership } from './check-keys.js';
import { checkReference } from './check-reference.js';
import { findDevices } from './find-devices.js';

/** Uplinks belong to a device of their organisation. One round trip, and up to two for references not known yet. */
export const checkUplinks: CheckSection<'uplinks'> = async (check, located) => {
  const ids = valuesOf(located, (entry) => entry.id);
  await checkOwnership(check, 'uplinks', located, await check.deps.stores.fleetLookup.owners('uplinks', ids));
  const devices = await findDevices(
    check,
    valuesOf(located, (entry) => entry.router_inventory_id),
  );
  for (const { path, entry } of located) {
    const { router_inventory_id: id, organisation_id: organisationId } = entry;
    if (id === undefined) continue;
    checkReference(check, `${path}.router_inventory_id`, 'device', id, organisationId, devices.get(id));
  }
};
