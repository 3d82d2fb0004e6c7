import type { Caller } from '../../access/domain/access.js';
import { findDeviceById } from '../../inventory/operations/update-device.js';
import type { ActivityDeps } from '../deps.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';
import type { EventPosition } from '../stores/event-store.js';

/**
 * The events of a device, newest first, and whether there are older ones.
 * @throws AppError deviceNotFound
 */
export async function listDeviceEvents(
  deps: ActivityDeps,
  caller: Caller,
  id: number,
  { before, limit }: { before: EventPosition | null; limit: number },
): Promise<{ events: DeviceEventRecord[]; hasMore: boolean }> {
  const device = await findDeviceById(deps, caller, id);
  const found = await deps.stores.deviceEvents.ofDevice(device, before, limit + 1);
  return { events: found.slice(0, limit), hasMore: found.length > limit };
}
