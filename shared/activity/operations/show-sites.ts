import { readScope, type Caller } from '../../access/domain/access.js';
import type { PlacedNetwork } from '../../inventory/stores/network-store.js';
import type { Total } from '../../platform/mongo/sorted-page.js';
import type { ActivityDeps } from '../deps.js';
import type { CountedSite } from '../domain/sites-by-trouble.js';

export interface Sites {
  readonly networks: readonly { readonly network: PlacedNetwork; readonly site: CountedSite }[];
  /** How many networks with devices the caller sees. */
  readonly total: Total;
  readonly countedAt: Date | null;
}

const MAX_SITES = 500;

/** The networks of the caller whose devices are in most trouble, as the worker last counted them. */
export async function showSites({ stores }: ActivityDeps, caller: Caller): Promise<Sites> {
  const scope = readScope(caller);
  const [{ worst, total }, countedAt] = await Promise.all([
    stores.sites.inScope(scope, MAX_SITES),
    stores.sites.countedAt(scope.organisationId),
  ]);
  const places = await stores.networks.placesOf(
    scope,
    worst.map(({ networkId }) => networkId),
  );
  const networks = worst.flatMap((site) => {
    const network = places.get(site.networkId);
    // A network that was deleted since the count.
    return network === undefined ? [] : [{ network, site }];
  });
  return { networks, total, countedAt };
}
