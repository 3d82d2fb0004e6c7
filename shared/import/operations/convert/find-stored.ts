import { wholeOrganisation } from '../../../access/domain/access.js';
import { batchesOf } from '../../../platform/mongo/batches.js';
import { GENERAL } from '../../../ssids/domain/ssid-variants.js';
import type { FleetDeps } from '../../deps.js';
import type { Ids } from './assign-ids.js';

type Deps = Pick<FleetDeps, 'stores'>;

/** The one form of a name in which names are compared. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC');
}

/** The stored networks with these names; of several with one name, the oldest. */
export function findNetworks(
  { stores }: Deps,
  organisationId: number,
  names: readonly string[],
): Promise<Ids> {
  const scope = wholeOrganisation(organisationId);
  return oldestByKey(
    names,
    (batch) => stores.networks.byNames(scope, batch),
    ({ networkName }) => nameKey(networkName),
  );
}

export function findTags({ stores }: Deps, organisationId: number, names: readonly string[]): Promise<Ids> {
  return oldestByKey(
    names,
    (batch) => stores.tags.byNames(organisationId, batch),
    ({ name }) => nameKey(name),
  );
}

async function oldestByKey<Stored extends { readonly _id: number }>(
  names: readonly string[],
  read: (batch: readonly string[]) => Promise<readonly Stored[]>,
  keyOf: (stored: Stored) => string,
): Promise<Ids> {
  const found = new Map<string, number>();
  for (const batch of batchesOf(names)) {
    const stored = await read(batch);
    for (const one of stored.toSorted((a, b) => b._id - a._id)) found.set(keyOf(one), one._id);
  }
  return found;
}

/** What is stored of a device that the organisation has, or that was built and belongs to none. */
export interface StoredDevice {
  readonly organisationId: number | null;
  readonly deviceId: number | null;
  readonly partNumber: string;
  readonly tagIds: readonly number[];
}

/** By MAC; the devices of all organisations. */
export async function findDevices(
  { stores }: Deps,
  macs: readonly string[],
): Promise<ReadonlyMap<string, StoredDevice>> {
  const found = new Map<string, StoredDevice>();
  for (const batch of batchesOf(macs)) {
    const built = await stores.fleetLookup.find('masterInventory', batch, [
      'organisationId',
      'deviceId',
      'partNumber',
    ]);
    const ids = [...built.values()].flatMap(({ deviceId }) => deviceId ?? []);
    const devices = await stores.fleetLookup.find('devices', ids, ['tagIds']);
    for (const [mac, { organisationId, deviceId, partNumber }] of built) {
      const { tagIds = [] } = devices.get(deviceId ?? 0) ?? {};
      found.set(mac, { organisationId, deviceId, partNumber, tagIds });
    }
  }
  return found;
}

/** What tells the SSIDs of an organisation apart: network, name, and the targets of one that is not for all devices. */
export function ssidKey(networkId: number, name: string, targets: readonly string[]): string {
  return JSON.stringify([networkId, name, [...targets].sort()]);
}

/** The stored SSIDs of networks by their key; of several with one key, the oldest. */
export async function findSsids(
  { stores }: Deps,
  organisationId: number,
  networkIds: readonly number[],
): Promise<Ids> {
  const found = new Map<string, number>();
  for (const batch of batchesOf(networkIds)) {
    const ssids = await stores.fleetLookup.ssidsOf([organisationId], batch);
    const targeted = ssids.filter(({ variant }) => variant !== GENERAL).map(({ _id }) => _id);
    const records = new Map<number, readonly string[]>();
    for (const ids of batchesOf(targeted)) {
      for (const [id, { settings }] of await stores.fleetWrites.read('networkSsids', ids))
        records.set(id, settings.associated_aps_and_tags);
    }
    for (const { _id, networkId, ssidName } of ssids.toSorted((a, b) => b._id - a._id))
      found.set(ssidKey(networkId, ssidName, records.get(_id) ?? []), _id);
  }
  return found;
}
