import { readScope, type Caller } from '../../access/domain/access.js';
import { canonicalMac } from '../../platform/values/mac.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { ConfiguredPort } from '../../inventory/models/switch-configuration.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import type { StatusDeps } from '../deps.js';

export interface CurrentStatus {
  readonly device: DeviceListing;
  /** Null before the first heartbeat. */
  readonly state: DeviceStateRecord | null;
  /** Null for a switch without a configuration and for other devices. */
  readonly configuredPorts: readonly ConfiguredPort[] | null;
}

/**
 * The live status of one device (docs/interface.md#current_status).
 * @throws AppError deviceNotFound
 */
export async function currentStatus(
  { stores }: StatusDeps,
  caller: Caller,
  mac: string,
): Promise<CurrentStatus> {
  const macId = canonicalMac(mac);
  const device = macId === null ? null : await stores.devices.findByMac(readScope(caller), macId);
  if (!device) throw new AppError('deviceNotFound', { details: { mac_id: mac } });
  const [state, configuredPorts] = await Promise.all([
    stores.status.latest(device),
    device.isSwitch ? stores.status.configuredPorts(device) : null,
  ]);
  return { device, state, configuredPorts };
}
