import type { Caller } from '../../domain/access.js';
import type { DeviceStateRecord } from '../../models/device-state.js';
import type { ConfiguredPort } from '../../models/switch-configuration.js';
import type { DeviceListing } from '../../stores/device-store.js';
import type { Deps } from '../deps.js';
import { findDevice } from './find-device.js';

export interface CurrentStatus {
  readonly device: DeviceListing;
  /** null: the device has no state. */
  readonly state: DeviceStateRecord | null;
  /** null for a switch without a configuration, and for what is no switch. */
  readonly configuredPorts: readonly ConfiguredPort[] | null;
}

/**
 * The live status of one device (Interface document, current_status). Four round trips, three for what is no switch.
 * @throws AppError deviceNotFound
 */
export async function currentStatus(deps: Deps, caller: Caller, mac: string): Promise<CurrentStatus> {
  const { device } = await findDevice(deps, caller, mac);
  const [state, configuredPorts] = await Promise.all([
    deps.stores.status.latest(device),
    device.isSwitch ? deps.stores.status.configuredPorts(device) : null,
  ]);
  return { device, state, configuredPorts };
}
