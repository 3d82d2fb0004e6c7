import { valuesOf, type Check, type CheckSection } from './check.js';
import { addId, checkOwnership } from './check-keys.js';

/**
 * The records that others name. They are known even when something else is wrong with them: one fault is not to
 * look like many.
 */
export const checkOrganisations: CheckSection<'organisations'> = (check, located) => {
  for (const { path, entry } of located) {
    addId(check, 'organisations', path, entry.id, entry.id);
    if (entry.id === undefined) continue;
    check.known.organisations.set(entry.id, { noOfAps: entry.no_of_aps ?? Number.POSITIVE_INFINITY });
  }
  return Promise.resolve();
};

export const checkHardwareParts: CheckSection<'hardware_parts'> = (check, located) => {
  for (const { path, entry } of located) {
    const { part_number: partNumber, name = '', is_switch: isSwitch = false } = entry;
    if (partNumber === undefined) continue;
    if (!check.addKey('part', partNumber)) {
      check.faults.add(`${path}.part_number`, `${partNumber} stands in hardware_parts twice`);
    }
    check.known.parts.set(partNumber, { name, isSwitch });
  }
  return Promise.resolve();
};

/** One round trip, one more for organisations not known yet. */
export const checkNetworks: CheckSection<'networks'> = async (check, located) => {
  const ids = valuesOf(located, (entry) => entry.id);
  const stored = await check.deps.stores.fleetLookup.networks(ids);
  await checkOwnership(check, 'networks', located, ownersOf(stored));
  for (const { entry } of located) setPlace(check, 'networks', entry, entry.network_name);
};

/** One round trip, one more for organisations not known yet. */
export const checkTags: CheckSection<'tags'> = async (check, located) => {
  const ids = valuesOf(located, (entry) => entry.id);
  const stored = await check.deps.stores.fleetLookup.tags(ids);
  await checkOwnership(check, 'tags', located, ownersOf(stored));
  for (const { entry } of located) setPlace(check, 'tags', entry, entry.name);
};

function ownersOf(stored: ReadonlyMap<number, { readonly organisationId: number }>): Map<number, number> {
  return new Map([...stored].map(([id, { organisationId }]) => [id, organisationId]));
}

function setPlace(
  { known }: Check,
  kind: 'networks' | 'tags',
  { id, organisation_id: organisationId }: { id?: number | undefined; organisation_id?: number | undefined },
  name = '',
): void {
  if (id !== undefined && organisationId !== undefined) known[kind].set(id, { organisationId, name });
}
