import type { Caller } from '../../../access/domain/access.js';
import type { SortedPage, SortedPageRequest } from '../../../platform/mongo/sorted-page.js';
import type { SsidDeps } from '../../deps.js';
import type { RadiusServerRecord } from '../../models/radius-server.js';

/** One page of the organisation's servers. */
export function listRadiusServers(
  { stores }: SsidDeps,
  caller: Caller,
  page: SortedPageRequest,
): Promise<SortedPage<RadiusServerRecord>> {
  return stores.radiusServers.list(caller, page);
}
