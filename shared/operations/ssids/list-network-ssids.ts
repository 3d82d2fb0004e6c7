import { readScope, type Caller } from '../../domain/access.js';
import { BATCH } from '../../domain/batches.js';
import { AppError } from '../../errors/app-error.js';
import type { Deps } from '../deps.js';
import { revealSsid, type SsidView } from './reveal-ssid.js';

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
  const records = await ssids.ofNetwork(scope, network._id);
  return records.map((record) => revealSsid(deps, caller, record, network.networkName));
}

/**
 * The SSIDs of all networks that the caller sees, each once, by id, in batches of at most 1,000: an organisation has
 * no bound on networks, so no more than a batch is ever held (Interface document, list_network_ssids, rule 1). Two
 * round trips a batch.
 */
export async function* listAllSsids(deps: Deps, caller: Caller): AsyncGenerator<SsidView[], void, undefined> {
  const scope = readScope(caller);
  let last = 0;
  for (;;) {
    const records = await deps.stores.ssids.after(scope, last, BATCH);
    const ids = [...new Set(records.map((record) => record.networkId))];
    const names = await deps.stores.networks.namesOf(scope, ids);
    yield records.map((record) => revealSsid(deps, caller, record, names.get(record.networkId) ?? null));
    if (records.length < BATCH) return;
    last = records.at(-1)?._id ?? last;
  }
}
