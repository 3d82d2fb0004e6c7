import { readScope, writeScope, type Caller } from '../../../access/domain/access.js';
import type { DeviceIdentity } from '../../../inventory/domain/device-identity.js';
import type { TagReference } from '../../../inventory/models/device.js';
import type { DeviceListing } from '../../../inventory/stores/device-store.js';
import type { ClaimableDevice } from '../../../inventory/stores/master-store.js';
import type { NamedNetwork } from '../../../inventory/stores/network-store.js';
import { batchesOf } from '../../../platform/mongo/batches.js';
import { groupOf } from '../../../platform/values/mac.js';
import type { BulkDeps } from '../../deps.js';
import type { IdentifiedRow } from '../../domain/import-row.js';
import type { RowFacts } from '../../domain/judge-row.js';

/** What is known of the devices, networks and tags that some rows name. */
export interface ListFacts {
  readonly built: ReadonlyMap<string, ClaimableDevice>;
  readonly devices: ReadonlyMap<string, DeviceListing>;
  readonly identities: ReadonlyMap<string, DeviceIdentity | null>;
  readonly networks: ReadonlyMap<string, readonly NamedNetwork[]>;
  readonly tags: ReadonlyMap<string, TagReference>;
  /** How many devices the organisation may still add. */
  readonly room: number;
}

export async function readListFacts(
  { stores }: BulkDeps,
  caller: Caller,
  rows: readonly IdentifiedRow[],
): Promise<ListFacts> {
  const sound = rows.filter(({ fault }) => fault === null);
  const macs = sound.flatMap(({ macId }) => macId ?? []);
  const size = await stores.provisioning.size(caller.organisationId);
  const built = await stores.master.byMacs(macs);
  const devices = await stores.devices.findByMacs(readScope(caller), macs);
  const identities = new Map<string, DeviceIdentity | null>();
  const named = sound.filter(({ asIdentity }) => asIdentity !== null).flatMap(({ macId }) => macId ?? []);
  for (const batch of batchesOf(named)) {
    for (const [mac, identity] of await stores.master.identities(batch)) identities.set(mac, identity);
  }
  return {
    built,
    devices: new Map(devices.map((device) => [device.macId, device])),
    identities,
    ...(await readNames({ stores }, caller, sound)),
    room: size.capacity - size.count,
  };
}

/** The networks and tags that rows name, by name with composed letters. */
async function readNames(
  { stores }: Pick<BulkDeps, 'stores'>,
  caller: Caller,
  rows: readonly IdentifiedRow[],
): Promise<Pick<ListFacts, 'networks' | 'tags'>> {
  const networks = new Map<string, NamedNetwork[]>();
  const networkNames = new Set(rows.flatMap(({ network }) => (network === '' ? [] : [network])));
  for (const batch of batchesOf([...networkNames])) {
    for (const network of await stores.networks.byNames(readScope(caller), batch)) {
      const name = network.networkName.normalize('NFC');
      networks.set(name, [...(networks.get(name) ?? []), network]);
    }
  }
  const tags = new Map<string, TagReference>();
  for (const batch of batchesOf([...new Set(rows.flatMap((row) => row.tags))])) {
    for (const { _id: id, name } of await stores.tags.byNames(caller.organisationId, batch))
      tags.set(name.normalize('NFC'), { id, name });
  }
  return { networks, tags };
}

/** What of it one row depends on. */
export function factsOf(
  { macId, network, tags }: IdentifiedRow,
  facts: ListFacts,
  caller: Caller,
  create: Pick<RowFacts, 'createNetworks' | 'createTags'>,
): RowFacts {
  const master = facts.built.get(macId ?? '');
  return {
    writable: writeScope(caller),
    device: facts.devices.get(macId ?? '') ?? null,
    isFree: master?.organisationId === null && groupOf(master._id) === null,
    identity: facts.identities.get(macId ?? '') ?? null,
    hasRoom: facts.room > 0,
    networks: facts.networks.get(network) ?? [],
    tags: tags.flatMap((tag) => facts.tags.get(tag) ?? []),
    createNetworks: create.createNetworks,
    createTags: create.createTags,
  };
}
