import { macNumber } from '../../../domain/fleet/number-table.js';
import type { KnownClaim, KnownDevice } from '../../../stores/fleet/lookup-store.js';
import type { Check, CheckSection, Located } from './check.js';
import { checkPart } from './check-built-devices.js';
import { checkOwnership, checkReference } from './check-ownership.js';
import type { Rooms } from './rooms.js';

/**
 * Devices: ids and MACs once, everything they name there and of their organisation, and room for them. Two round
 * trips for each batch, and one each for organisations, parts, networks and tags not known yet and for counts of
 * organisations met for the first time.
 */
export function createDeviceCheck(rooms: Rooms): CheckSection<'devices'> {
  return async (check, located) => {
    const { fleetLookup } = check.deps.stores;
    const stored = await fleetLookup.devices(located.map(({ entry }) => entry.id));
    const claims = await fleetLookup.claims(located.map(({ entry }) => entry.mac_id));
    const owners = new Map([...stored].map(([id, { organisationId }]) => [id, organisationId]));
    await checkOwnership(check, 'devices', located, owners);
    await checkReferences(check, located);
    for (const one of located) checkMac(check, one, stored.get(one.entry.id), claims.get(one.entry.mac_id));
    await rooms.take(check, located, (id) => !stored.has(id));
  };
}

async function checkReferences(check: Check, located: readonly Located<'devices'>[]): Promise<void> {
  const { parts, networks, tags } = check.known;
  await parts.load(located.map(({ entry }) => entry.part_number));
  await networks.load(located.flatMap(({ entry }) => entry.location_network_id ?? []));
  await tags.load(located.flatMap(({ entry }) => entry.tag_ids ?? []));
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
function checkMac(
  check: Check,
  { path, entry }: Located<'devices'>,
  stored: KnownDevice | undefined,
  claim: KnownClaim | undefined,
): void {
  const { id, organisation_id: organisationId, mac_id: macId } = entry;
  const at = `${path}.mac_id`;
  const { faults } = check;
  if (!check.macsOf('devices').add(macNumber(macId))) faults.add(at, `${macId} stands in devices twice`);
  if (stored?.organisationId === organisationId && stored.macId !== macId) {
    faults.add(at, `device ${id} is ${stored.macId}: remove it before another device gets its id`);
  }
  if (claim === undefined || claim.organisationId === null) return;
  if (claim.organisationId !== organisationId) faults.add(at, `${macId} belongs to another organisation`);
  else if (claim.deviceId !== id) faults.add(at, `${macId} is device ${String(claim.deviceId)} already`);
}
