import { inScope, writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { DeviceListing } from '../stores/device-store.js';

/** The result of a change of devices, as MACs in the order of the request. */
export interface ChangeResult {
  readonly succeeded: string[];
  readonly failed: string[];
}

/**
 * Refuses a request as a whole when it names a device that the caller sees and may not change.
 * @throws AppError forbidden
 */
export function requireWritable(caller: Caller, devices: readonly DeviceListing[]): void {
  const scope = writeScope(caller);
  if (!devices.every((device) => inScope(scope, device.locationNetworkId))) throw new AppError('forbidden');
}

/** Sorts devices by the order in which their MACs were requested. */
export function inOrderOfMacs(devices: readonly DeviceListing[], macs: readonly string[]): DeviceListing[] {
  const byMac = new Map(devices.map((device) => [device.macId, device]));
  return macs.flatMap((mac) => byMac.get(mac) ?? []);
}

/** Splits devices by whether they are among the changed. */
export function changeResult(devices: readonly DeviceListing[], changed: ReadonlySet<number>): ChangeResult {
  const macsOf = (done: boolean): string[] =>
    devices.filter((device) => changed.has(device._id) === done).map((device) => device.macId);
  return { succeeded: macsOf(true), failed: macsOf(false) };
}
