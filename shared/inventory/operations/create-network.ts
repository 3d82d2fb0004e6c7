import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, requireAdministrator, type Caller } from '../../access/domain/access.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { InventoryDeps } from '../deps.js';
import { storedHours } from '../domain/network-hours.js';
import { requirePlace } from './require-place.js';
import type { NetworkRecord } from '../models/network.js';
import type { NetworkFields } from '../stores/network-store.js';

/** Creates a network without devices. @throws AppError forbidden; settingsInvalid for one coordinate without the other */
export async function createNetwork(
  { stores, now }: InventoryDeps,
  caller: Caller,
  {
    network_name: networkName,
    time_zone = null,
    windows = null,
    latitude = null,
    longitude = null,
    address = null,
  }: Pick<NetworkFields, 'network_name'> & Partial<NetworkFields>,
  accompany: Accompany<NetworkRecord>,
): Promise<NetworkRecord> {
  requireAdministrator(caller);
  const place = { latitude, longitude, address };
  requirePlace(place);
  const { organisationId } = caller;
  const _id = await stores.ids.reserve('networks');
  const hours = { time_zone, windows };
  const network: NetworkRecord = {
    _id,
    organisationId,
    networkName,
    deviceCount: 0,
    ...storedHours(hours),
    ...place,
    revision: 1,
  };
  const change = { organisationId, at: now(), action: 'network.created', subject: `network:${_id}` };
  const entry = newEntry(
    { ...change, after: { network_name: networkName, ...hours, ...place } },
    authorOf(caller),
  );
  await stores.transact(organisationId, async (session) => {
    await stores.networks.create(network, session);
    await stores.audit.write([entry], session);
    await accompany(network, session);
  });
  return network;
}
