import { readScope, type Caller, type Scope } from '../../access/domain/access.js';
import { SSIDS_PER_NETWORK } from '../domain/ssid-positions.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { NetworkSsidRecord } from '../models/network-ssid.js';
import type { SsidDeps } from '../deps.js';
import { revealSsid, type SsidView } from './reveal-ssid.js';

/** How many names of networks a list caches. */
const MAX_NAMES = 10_000;

/**
 * The SSIDs of one network, by id (docs/interface.md#list_network_ssids). When a name and an id are given, only the
 * name counts.
 * @throws AppError networkNotFound
 */
export async function listNetworkSsids(
  deps: SsidDeps,
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
 * The SSIDs of all networks that the caller sees (docs/interface.md#list_network_ssids-1), by id; for a caller with a
 * list of networks by network, then id. Batches hold at most 16, because one SSID can take 115 KB and the number of
 * networks is not bounded.
 */
export async function* listAllSsids(
  deps: SsidDeps,
  caller: Caller,
): AsyncGenerator<SsidView[], void, undefined> {
  const scope = readScope(caller);
  const names = new Map<number, string>();
  for await (const records of batchesInScope(deps, scope)) {
    if (names.size > MAX_NAMES) names.clear();
    const unknown = new Set(records.map(({ networkId }) => networkId).filter((id) => !names.has(id)));
    if (unknown.size > 0) {
      for (const [id, name] of await deps.stores.networks.namesOf(scope, [...unknown])) names.set(id, name);
    }
    yield records.map((record) => revealSsid(deps, caller, record, names.get(record.networkId) ?? null));
  }
}

async function* batchesInScope(
  { stores: { ssids } }: SsidDeps,
  scope: Scope,
): AsyncGenerator<NetworkSsidRecord[], void, undefined> {
  if (scope.networkIds !== 'all') {
    for (const id of new Set(scope.networkIds)) yield await ssids.ofNetworks(scope, [id]);
    return;
  }
  let last = 0;
  for (;;) {
    const records = await ssids.after(scope, last, SSIDS_PER_NETWORK);
    yield records;
    if (records.length < SSIDS_PER_NETWORK) return;
    last = records.at(-1)?._id ?? last;
  }
}
