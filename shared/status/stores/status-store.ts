import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import type { ConfiguredPort } from '../../inventory/models/switch-configuration.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';

/** Live status of devices that were read within the caller's scope. */
export function createStatusStore({ deviceStates, switchConfigurations }: InventoryModels) {
  return {
    /** The state of the latest heartbeat. */
    async latest({ _id, organisationId }: DeviceListing): Promise<DeviceStateRecord | null> {
      return deviceStates.findOne({ _id, organisationId }).lean();
    },
    /** The configured ports of a switch; null without a configuration. */
    async configuredPorts({ macId }: DeviceListing): Promise<ConfiguredPort[] | null> {
      const configuration = await switchConfigurations.findOne({ _id: macId }).lean();
      return configuration?.ports ?? null;
    },
  };
}
