import { writeScope, type Caller, type Scope } from '../../access/domain/access.js';
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
 * Takes devices out of their networks (docs/interface.md#release_devices). MACs that match nothing are left out of
 * the result; a device that is installing firmware is reported as failed. Each batch of 1,000 is one transaction.
 * @param requested MACs in any notation, possibly repeated
 * @throws AppError noDevicesProvided, noMatchingDevice, tierMayNotRelease, forbidden
 */
export async function releaseDevices(
  { stores, now }: AssignmentDeps,
  caller: Caller,
  requested: readonly string[],
): Promise<ChangeResult> {
  const devices = await findRequested(stores, caller, requested);
  if (caller.tier === 2 && devices.some((device) => device.locationNetworkId !== null)) {
    throw new AppError('tierMayNotRelease');
  }
  requireWritable(caller, devices);
  const entry = deviceEntry(caller, 'devices.released', devices, now());
  const released = new Set<number>();
  for (const batch of batchesOf(devices.map((device) => device._id))) {
    const assigned = await stores.networkAssignment.assign(releaseScope(caller), batch, {
      network: null,
      at: now(),
      entry,
    });
    for (const device of assigned) released.add(device._id);
  }
  return changeResult(devices, released);
}

/** Keeps a caller of tier 2 from releasing a device that is assigned to a network after the check above. */
function releaseScope(caller: Caller): Scope {
  const scope = writeScope(caller);
  return caller.tier === 2 ? { ...scope, networkIds: [] } : scope;
}
