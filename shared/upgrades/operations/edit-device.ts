import type { Caller } from '../../access/domain/access.js';
import { updateDevice } from '../../inventory/operations/update-device.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { UpgradeDeps } from '../deps.js';

/**
 * Renames a device, also in its upgrades, replaces its tags and sets its radios (docs/console-api.md#update_device).
 * @throws AppError as updateDevice does
 */
export function editDevice(
  deps: UpgradeDeps,
  caller: Caller,
  id: number,
  request: Parameters<typeof updateDevice>[3],
  accompany: Accompany<DeviceListing>,
): Promise<DeviceListing> {
  return updateDevice(deps, caller, id, request, async (device, session) => {
    await deps.stores.upgrades.rename([device], deps.now(), session);
    await accompany(device, session);
  });
}
