import { inScope, writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { DeviceListing } from '../stores/device-store.js';

/** What became of devices that somebody wanted changed, as MACs in the order of the request. */
export interface ChangeResult {
  readonly succeeded: string[];
  readonly failed: string[];
}

/**
 * A request that names a device which the caller may see and not change is refused whole, before anything is changed.
 * @throws AppError forbidden
 */
export function requireWritable(caller: Caller, devices: readonly DeviceListing[]): void {
  const scope = writeScope(caller);
  if (!devices.every((device) => inScope(scope, device.locationNetworkId))) throw new AppError('forbidden');
}

/** The devices in the order in which their MACs were requested. */
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
