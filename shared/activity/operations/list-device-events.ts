import { inScope, readScope, type Caller, type Scope } from '../../access/domain/access.js';
import { findDeviceById } from '../../inventory/operations/update-device.js';
import type { ActivityDeps } from '../deps.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';
import type { EventPosition } from '../stores/event-store.js';

/**
 * The events of a device, newest first, and whether there are older ones. A caller of some networks sees those since the
 * device came to its network.
 * @throws AppError deviceNotFound
 */
export async function listDeviceEvents(
  deps: ActivityDeps,
  caller: Caller,
  id: number,
  { before, limit }: { before: EventPosition | null; limit: number },
): Promise<{ events: DeviceEventRecord[]; hasMore: boolean }> {
  const device = await findDeviceById(deps, caller, id);
  const scope = readScope(caller);
  const since = scope.networkIds === 'all' ? null : device.networkSince;
  const found = await deps.stores.deviceEvents.ofDevice(device, { before, since }, limit + 1);
  const events = found.slice(0, limit).map((event) => seenBy(scope, event));
  return { events, hasMore: found.length > limit };
}

/** Hides the network that a device has left from a caller that does not see it. */
function seenBy(scope: Scope, event: DeviceEventRecord): DeviceEventRecord {
  if (event.kind !== 'moved' || typeof event.before !== 'number' || inScope(scope, event.before))
    return event;
  return { ...event, before: null };
}
