import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import type { ConfiguredPort } from '../../inventory/models/switch-configuration.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';

export interface StatusStore {
  /** The state of the latest heartbeat. */
  latest(device: DeviceListing): Promise<DeviceStateRecord | null>;
  /** The configured ports of a switch; null without a configuration. */
  configuredPorts(device: DeviceListing): Promise<ConfiguredPort[] | null>;
}

/** Live status of devices that were read within the caller's scope. */
export function createStatusStore({ deviceStates, switchConfigurations }: InventoryModels): StatusStore {
  return {
    async latest({ _id, organisationId }) {
      return deviceStates.findOne({ _id, organisationId }).lean();
    },
    async configuredPorts({ macId }) {
      const configuration = await switchConfigurations.findOne({ _id: macId }).lean();
      return configuration?.ports ?? null;
    },
  };
}
