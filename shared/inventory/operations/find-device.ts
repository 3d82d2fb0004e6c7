import { readScope, type Caller } from '../../access/domain/access.js';
import { canonicalMac } from '../../platform/values/mac.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { DeviceView } from '../stores/device-store.js';
import type { InventoryDeps } from '../deps.js';

/**
 * The one device of this MAC that the caller may see (docs/interface.md#list_inventory).
 * @throws AppError deviceNotFound
 */
export async function findDevice(
  { stores }: InventoryDeps,
  caller: Caller,
  mac: string,
): Promise<DeviceView> {
  const macId = canonicalMac(mac);
  const device = macId === null ? null : await stores.devices.findByMac(readScope(caller), macId);
  const [view] = device ? await stores.devices.withStates([device]) : [];
  if (!view) throw new AppError('deviceNotFound', { details: { mac_id: mac } });
  return view;
}
