import { newEntry } from '../../audit/domain/new-entry.js';
import { authorOf, inScope, readScope, writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { InventoryDeps } from '../deps.js';
import type { NetworkHours } from '../domain/network-hours.js';
import type { NetworkRecord } from '../models/network.js';

/**
 * Sets when the devices of a network may be upgraded. Ticks that begin later go by it.
 * @throws AppError networkNotFound, forbidden
 */
export async function updateNetwork(
  { stores, now }: InventoryDeps,
  caller: Caller,
  id: number,
  hours: Partial<NetworkHours>,
): Promise<NetworkRecord> {
  const network = await stores.networks.find(readScope(caller), id);
  if (!network) throw new AppError('networkNotFound', { details: { network_id: id } });
  if (!inScope(writeScope(caller), id)) throw new AppError('forbidden');
  if (Object.keys(hours).length === 0) return network;
  const { organisationId } = caller;
  const change = { organisationId, at: now(), action: 'network.updated', subject: `network:${id}` };
  const changed = await stores.networks.setHours(writeScope(caller), id, hours, (before, after) =>
    newEntry({ ...change, before: { ...before }, after: { ...after } }, authorOf(caller)),
  );
  if (!changed) throw new AppError('networkNotFound', { details: { network_id: id } });
  return changed;
}
