import { readScope, type Caller } from '../../access/domain/access.js';
import { offsetOf, pageMeta, type PageMeta } from '../../platform/values/paging.js';
import type { DeviceView } from '../../inventory/stores/device-store.js';
import type { SearchDeps } from '../deps.js';

const MAX_PER_PAGE = 1000;
const BY_ID = { words: [], order: { column: 'id', descending: false } } as const;

/**
 * Reads one page of the inventory in order of id, with the total (docs/interface.md#list_inventory-1).
 * `perPage` above 1,000 is lowered.
 */
export async function listInventory(
  { stores }: SearchDeps,
  caller: Caller,
  request: { page: number; perPage: number },
): Promise<{ devices: DeviceView[]; meta: PageMeta }> {
  const scope = readScope(caller);
  const perPage = Math.min(request.perPage, MAX_PER_PAGE);
  const [count, hits] = await Promise.all([
    stores.devices.count(scope),
    stores.deviceSearch.page(scope, BY_ID, { offset: offsetOf(request.page, perPage) }, perPage),
  ]);
  const devices = await stores.devices.withStates(hits.map((hit) => hit.device));
  return { devices, meta: pageMeta(request.page, perPage, count) };
}
