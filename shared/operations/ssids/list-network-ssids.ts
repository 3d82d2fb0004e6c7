import { readScope, type Caller, type Scope } from '../../domain/access.js';
import { BATCH, batchesOf } from '../../domain/batches.js';
import { SSIDS_PER_NETWORK } from '../../domain/ssid-slots.js';
import { AppError } from '../../errors/app-error.js';
import type { NetworkSsidRecord } from '../../models/network-ssid.js';
import type { Deps } from '../deps.js';
import { revealSsid, type SsidView } from './reveal-ssid.js';

const NETWORKS_AT_ONCE = Math.floor(BATCH / SSIDS_PER_NETWORK);

/**
 * The SSIDs of one network, by id (Interface document, list_network_ssids, rules 2 and 3). A name is looked up
 * before an id, and decides alone when both are given. Two round trips.
 * @throws AppError networkNotFound
 */
export async function listNetworkSsids(
  deps: Deps,
  caller: Caller,
  { networkName, networkId }: { networkName?: string | undefined; networkId?: number | undefined },
): Promise<SsidView[]> {
  const { networks, ssids } = deps.stores;
  const scope = readScope(caller);
  const network =
    networkName !== undefined
      ? await networks.findByName(scope, networkName)
      : networkId !== undefined && (await networks.find(scope, networkId));
  if (!network) throw new AppError('networkNotFound', { details: { networkId } });
  const records = await ssids.ofNetworks(scope, [network._id]);
  return records.map((record) => revealSsid(deps, caller, record, network.networkName));
}

/**
 * The SSIDs of all networks that the caller sees, each once, in batches of at most 1,000: an organisation has no
 * bound on networks, so no more than a batch is ever held (Interface document, list_network_ssids, rule 1). By id;
 * for a caller with a list of networks by id within each 62 networks, so that the SSIDs of the others are not read.
 * Two round trips a batch.
 */
export async function* listAllSsids(deps: Deps, caller: Caller): AsyncGenerator<SsidView[], void, undefined> {
  const scope = readScope(caller);
  for await (const records of batchesInScope(deps, scope)) {
    const ids = [...new Set(records.map((record) => record.networkId))];
    const names = await deps.stores.networks.namesOf(scope, ids);
    yield records.map((record) => revealSsid(deps, caller, record, names.get(record.networkId) ?? null));
  }
}

async function* batchesInScope(
  { stores: { ssids } }: Deps,
  scope: Scope,
): AsyncGenerator<NetworkSsidRecord[], void, undefined> {
  if (scope.networkIds !== 'all') {
    const networks = batchesOf([...new Set(scope.networkIds)], NETWORKS_AT_ONCE);
    for (const batch of networks) yield await ssids.ofNetworks(scope, batch);
    return;
  }
  let last = 0;
  for (;;) {
    const records = await ssids.after(scope, last);
    yield records;
    if (records.length < BATCH) return;
    last = records.at(-1)?._id ?? last;
  }
}
