import { readScope, type Caller } from '../../domain/access.js';
import { canonicalMac } from '../../domain/mac.js';
import { AppError } from '../../errors/app-error.js';
import type { DeviceStateRecord } from '../../models/device-state.js';
import type { ConfiguredPort } from '../../models/switch-configuration.js';
import type { DeviceListing } from '../../stores/device-store.js';
import type { Deps } from '../deps.js';

export interface CurrentStatus {
  readonly device: DeviceListing;
  /** null: the device has no state. */
  readonly state: DeviceStateRecord | null;
  /** null for a switch without a configuration, and for what is no switch. */
  readonly configuredPorts: readonly ConfiguredPort[] | null;
}

/**
 * The live status of one device (Interface document, current_status). Two round trips, three for a switch.
 * @throws AppError deviceNotFound
 */
export async function currentStatus({ stores }: Deps, caller: Caller, mac: string): Promise<CurrentStatus> {
  const macId = canonicalMac(mac);
  const device = macId === null ? null : await stores.devices.findByMac(readScope(caller), macId);
  if (!device) throw new AppError('deviceNotFound', { details: { mac_id: mac } });
  const [state, configuredPorts] = await Promise.all([
    stores.status.latest(device),
    device.isSwitch ? stores.status.configuredPorts(device) : null,
  ]);
  return { device, state, configuredPorts };
}
