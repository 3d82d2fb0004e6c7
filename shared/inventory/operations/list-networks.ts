import { readScope, type Caller } from '../../access/domain/access.js';
import type { InventoryDeps } from '../deps.js';
import type { NetworkRecord } from '../models/network.js';

export interface NetworkPage {
  readonly networks: NetworkRecord[];
  /** The id after which the list goes on; null at its end. */
  readonly next: number | null;
}

/** One page of the networks that the caller sees, by id. */
export async function listNetworks(
  { stores }: InventoryDeps,
  caller: Caller,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<NetworkPage> {
  const found = await stores.networks.page(readScope(caller), after, limit + 1);
  const networks = found.slice(0, limit);
  return { networks, next: found.length > limit ? (networks.at(-1)?._id ?? null) : null };
}
