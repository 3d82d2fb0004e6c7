import type { KnownClaim, KnownDevice } from '../stores/lookup-store.js';
import { valuesOf, type Check, type CheckSection, type Located } from './check.js';
import { addMac, checkOwnership } from './check-keys.js';
import { checkPart, checkReference } from './check-reference.js';
import type { Rooms } from './rooms.js';

/**
 * Devices: ids and MACs once, everything they name there and of their organisation, and room for them. Two round
 * trips for each batch, and one each for organisations, parts, networks and tags not known yet and for counts of
 * organisations met for the first time.
 */
export function createDeviceCheck(rooms: Rooms): CheckSection<'devices'> {
  return async (check, located) => {
    const { fleetLookup } = check.deps.stores;
    const stored = await fleetLookup.devices(valuesOf(located, (entry) => entry.id));
    const claims = await fleetLookup.claims(valuesOf(located, (entry) => entry.mac_id));
    const owners = new Map([...stored].map(([id, { organisationId }]) => [id, organisationId]));
    await checkOwnership(check, 'devices', located, owners);
    await checkReferences(check, located);
    for (const { path, entry } of located) {
      addMac(check, 'devices', path, entry.mac_id);
      checkIdentity(check, `${path}.mac_id`, entry, stored, claims);
    }
    await rooms.take(check, located, (id) => !stored.has(id));
  };
}

async function checkReferences(check: Check, located: readonly Located<'devices'>[]): Promise<void> {
  const { parts, networks, tags } = check.known;
  await parts.load(valuesOf(located, (entry) => entry.part_number));
  await networks.load(valuesOf(located, (entry) => entry.location_network_id));
  await tags.load(valuesOf(located, (entry) => entry.tag_ids));
  for (const { path, entry } of located) {
    const { organisation_id: organisationId, location_network_id: networkId, tag_ids: tagIds } = entry;
    checkPart(check, `${path}.part_number`, entry.part_number);
    if (networkId !== undefined && networkId !== null) {
      const network = networks.get(networkId);
      checkReference(check, `${path}.location_network_id`, 'network', networkId, organisationId, network);
    }
    tagIds?.forEach((id, index) => {
      checkReference(check, `${path}.tag_ids[${index}]`, 'tag', id, organisationId, tags.get(id));
    });
  }
}

/** A MAC is one device's, everywhere; and a stored device keeps the one it has. */
function checkIdentity(
  { faults }: Check,
  path: string,
  { id, organisation_id: organisationId, mac_id: macId }: Located<'devices'>['entry'],
  stored: ReadonlyMap<number, KnownDevice>,
  claims: ReadonlyMap<string, KnownClaim>,
): void {
  if (id === undefined || organisationId === undefined || macId === undefined) return;
  const device = stored.get(id);
  if (device?.organisationId === organisationId && device.macId !== macId) {
    faults.add(path, `device ${id} is ${device.macId}: remove it before another device gets its id`);
  }
  const claim = claims.get(macId);
  if (claim === undefined || claim.organisationId === null) return;
  if (claim.organisationId !== organisationId) faults.add(path, `${macId} belongs to another organisation`);
  else if (claim.deviceId !== id) faults.add(path, `${macId} is device ${String(claim.deviceId)} already`);
}
