import type { CheckSection } from './check.js';
import { checkOwnership } from './check-ownership.js';

export const checkOrganisations: CheckSection<'organisations'> = (check, located) => {
  for (const { path, entry } of located) {
    const isNew = check.idsOf('organisations').add(entry.id, entry.id);
    if (!isNew) check.faults.add(`${path}.id`, `${entry.id} stands in organisations twice`);
    check.known.organisations.set(entry.id, { noOfAps: entry.no_of_aps });
  }
  return Promise.resolve();
};

export const checkHardwareParts: CheckSection<'hardware_parts'> = (check, located) => {
  for (const { path, entry } of located) {
    if (!check.addKey('part', entry.part_number)) {
      check.faults.add(`${path}.part_number`, `${entry.part_number} stands in hardware_parts twice`);
    }
    check.known.parts.set(entry.part_number, { name: entry.name, isSwitch: entry.is_switch });
  }
  return Promise.resolve();
};

/** One round trip, one more for organisations not known yet. */
export const checkNetworks: CheckSection<'networks'> = async (check, located) => {
  const stored = await check.deps.stores.fleetLookup.networks(located.map(({ entry }) => entry.id));
  const owners = new Map([...stored].map(([id, network]) => [id, network.organisationId]));
  await checkOwnership(check, 'networks', located, owners);
  for (const { entry } of located) {
    check.known.networks.set(entry.id, { organisationId: entry.organisation_id, name: entry.network_name });
  }
};

/** One round trip, one more for organisations not known yet. */
export const checkTags: CheckSection<'tags'> = async (check, located) => {
  const stored = await check.deps.stores.fleetLookup.tags(located.map(({ entry }) => entry.id));
  const owners = new Map([...stored].map(([id, tag]) => [id, tag.organisationId]));
  await checkOwnership(check, 'tags', located, owners);
  for (const { entry } of located) {
    check.known.tags.set(entry.id, { organisationId: entry.organisation_id, name: entry.name });
  }
};
