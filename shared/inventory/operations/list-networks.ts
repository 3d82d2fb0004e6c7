import { readScope, type Caller } from '../../access/domain/access.js';
import type { SortedPage, SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { InventoryDeps } from '../deps.js';
import type { NetworkRecord } from '../models/network.js';

/** One page of the networks that the caller sees. */
export function listNetworks(
  { stores }: InventoryDeps,
  caller: Caller,
  page: SortedPageRequest,
): Promise<SortedPage<NetworkRecord>> {
  return stores.networks.list(readScope(caller), page);
}
