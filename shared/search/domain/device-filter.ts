import { inScope, type Scope } from '../../access/domain/access.js';
import type { ConfigurationFilter } from '../../configuration/records/domain/device-configuration.js';
import type { DeviceState } from '../../status/domain/heartbeat-time.js';

/** Conditions on devices, all of which a device meets; null: no condition. */
export interface DeviceFilter {
  /** Words, as of the search of the inventory. */
  readonly search: string | null;
  readonly state: DeviceState | null;
  /** 0: devices without a network. */
  readonly networkId: number | null;
  readonly tagId: number | null;
  readonly partNumber: string | null;
  /** The firmware that the device runs. */
  readonly version: string | null;
  /** A device that was never heard does not meet it. */
  readonly lastHeardBefore: Date | null;
  /** By the device's configuration; absent in filters that were stored before it existed. */
  readonly configuration?: ConfigurationFilter | null;
}

/** The part of a scope in the network of a filter. */
export function narrowed(scope: Scope, networkId: number | null): Scope {
  if (networkId === null) return scope;
  if (networkId === 0) return { ...scope, networkIds: [] };
  return { ...scope, networkIds: inScope(scope, networkId) ? [networkId] : [], unassigned: false };
}
