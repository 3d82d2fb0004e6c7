import { AppError } from '../../platform/errors/app-error.js';
import type { BuiltDevice } from '../stores/master-store.js';
import type { InventoryDeps } from '../deps.js';

const MAX_SERIALS = 1000;

/**
 * Looks up serial numbers in the manufacturer's list (docs/interface.md#get_devices_from_serial), in the order of the
 * request. Unknown serials are left out.
 * @throws AppError invalidParameters for more than 1,000 serials
 */
export async function findBuiltDevices(
  { stores }: InventoryDeps,
  serials: readonly string[],
): Promise<BuiltDevice[]> {
  const distinct = [...new Set(serials)];
  if (distinct.length > MAX_SERIALS) {
    throw new AppError('invalidParameters', { text: `serial: at most ${MAX_SERIALS} serial numbers` });
  }
  const found = await stores.master.bySerials(distinct);
  const order = new Map(distinct.map((serial, index) => [serial, index]));
  const rank = (device: BuiltDevice): number => order.get(device.routerSerialNumber) ?? 0;
  return found.sort((a, b) => rank(a) - rank(b));
}
