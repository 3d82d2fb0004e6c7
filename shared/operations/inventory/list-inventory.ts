import { readScope, type Caller } from '../../domain/access.js';
import { pageMeta, type PageMeta } from '../../domain/paging.js';
import type { DeviceView } from '../../stores/device-store.js';
import type { Deps } from '../deps.js';

const MAX_PER_PAGE = 1000;

/**
 * One page of the inventory in order of id, with the total (Interface document, list_inventory, response 1).
 * `perPage` above 1,000 is lowered. Three round trips, one more for a restricted caller.
 */
export async function listInventory(
  { stores }: Deps,
  caller: Caller,
  request: { page: number; perPage: number },
): Promise<{ devices: DeviceView[]; meta: PageMeta }> {
  const scope = readScope(caller);
  const perPage = Math.min(request.perPage, MAX_PER_PAGE);
  const [{ count }, page] = await Promise.all([
    stores.devices.census(scope),
    stores.devices.pageById(scope, (request.page - 1) * perPage, perPage),
  ]);
  return { devices: await stores.devices.withStates(page), meta: pageMeta(request.page, perPage, count) };
}
