import { writeScope, type Caller } from '../../access/domain/access.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { AssignmentDeps } from '../deps.js';
import {
  changeResult,
  deviceEntry,
  findRequested,
  requireWritable,
  type ChangeResult,
} from '../../inventory/operations/device-change.js';

/**
 * Deletes devices from the inventory (docs/interface.md#remove_devices), ends their upgrades and releases the claims on
 * their MACs. MACs that match nothing are left out of the result; a device that is installing firmware is reported as
 * failed. Each batch of 1,000 is one transaction.
 * @param requested MACs in any notation, possibly repeated
 * @throws AppError noDevicesProvided, noMatchingDevice, forbidden
 */
export async function removeDevices(
  { stores, now }: AssignmentDeps,
  caller: Caller,
  requested: readonly string[],
): Promise<ChangeResult> {
  const devices = await findRequested(stores, caller, requested);
  requireWritable(caller, devices);
  if (!caller.manageInventory) throw new AppError('forbidden');
  const entry = deviceEntry(caller, 'devices.removed', devices, now());
  const removed = new Set<number>();
  for (const batch of batchesOf(devices.map((device) => device._id))) {
    for (const id of await stores.removal.remove(writeScope(caller), batch, now(), entry)) removed.add(id);
  }
  return changeResult(devices, removed);
}
