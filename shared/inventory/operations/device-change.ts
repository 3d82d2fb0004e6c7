import { bulkEntry, type AuditedFields, type AuditEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, inScope, readScope, writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import { canonicalMacs } from '../domain/requested-macs.js';
import type { DeviceListing } from '../stores/device-store.js';
import type { InventoryStores } from '../deps.js';

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

/**
 * Finds the devices of a request that the caller sees, in the order of the request.
 * @param requested MACs in any notation, possibly repeated
 * @throws AppError noDevicesProvided, noMatchingDevice
 */
export async function findRequested(
  { devices }: Pick<InventoryStores, 'devices'>,
  caller: Caller,
  requested: readonly string[],
): Promise<DeviceListing[]> {
  if (requested.length === 0) throw new AppError('noDevicesProvided');
  const macs = canonicalMacs(requested);
  const byMac = new Map(
    (await devices.findByMacs(readScope(caller), macs)).map((device) => [device.macId, device]),
  );
  const found = macs.flatMap((mac) => byMac.get(mac) ?? []);
  if (found.length === 0) throw new AppError('noMatchingDevice');
  return found;
}

/** Splits devices by whether they are among the changed. */
export function changeResult(devices: readonly DeviceListing[], changed: ReadonlySet<number>): ChangeResult {
  const macsOf = (done: boolean): string[] =>
    devices.filter((device) => changed.has(device._id) === done).map((device) => device.macId);
  return { succeeded: macsOf(true), failed: macsOf(false) };
}

/** The entry of the audit log to which the transactions of a change of devices add. */
export function deviceEntry(
  caller: Caller,
  action: string,
  devices: readonly DeviceListing[],
  at: Date,
  after?: AuditedFields,
): AuditEntry {
  const { organisationId } = caller;
  const only = devices.length === 1 ? `device:${devices[0]?._id}` : undefined;
  return bulkEntry({ organisationId, at, action, kind: 'devices', only, after }, authorOf(caller));
}
