import { readScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { InventoryDeps } from '../deps.js';
import type { NetworkRecord } from '../models/network.js';

/** A network that the caller sees. @throws AppError networkNotFound */
export async function findNetwork(
  { stores }: Pick<InventoryDeps, 'stores'>,
  caller: Caller,
  id: number,
): Promise<NetworkRecord> {
  const network = await stores.networks.find(readScope(caller), id);
  if (!network) throw new AppError('networkNotFound', { details: { network_id: id } });
  return network;
}
