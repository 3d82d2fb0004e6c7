import { inScope, readScope, type Caller, type Scope } from '../../access/domain/access.js';
import { findDeviceById } from '../../inventory/operations/update-device.js';
import type { ActivityDeps } from '../deps.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';
import type { SortedPage, SortedPageRequest } from '../../platform/mongo/sorted-page.js';

/**
 * One page of the events of a device. A caller of some networks sees those since the
 * device came to its network.
 * @throws AppError deviceNotFound
 */
export async function listDeviceEvents(
  deps: ActivityDeps,
  caller: Caller,
  id: number,
  page: SortedPageRequest,
): Promise<SortedPage<DeviceEventRecord>> {
  const device = await findDeviceById(deps, caller, id);
  const scope = readScope(caller);
  const since = scope.networkIds === 'all' ? null : device.networkSince;
  const found = await deps.stores.deviceEvents.ofDevice(device, since, page);
  return { ...found, items: found.items.map((event) => seenBy(scope, event)) };
}

/** Hides the network that a device has left from a caller that does not see it. */
function seenBy(scope: Scope, event: DeviceEventRecord): DeviceEventRecord {
  if (event.kind !== 'moved' || typeof event.before !== 'number' || inScope(scope, event.before))
    return event;
  return { ...event, before: null };
}
