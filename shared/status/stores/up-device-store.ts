import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { currentWifi } from '../../inventory/domain/device-points.js';
import type { ReportedRadio } from '../../inventory/domain/reported-wifi.js';
import { downAfterOf, isUp } from '../domain/heartbeat-time.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import type { NetworkRecord } from '../../inventory/models/network.js';

/** A device with what its latest heartbeat says of its radios. */
export interface MeasuredDevice {
  readonly id: number;
  readonly name: string;
  readonly macId: string;
  readonly isSwitch: boolean;
  readonly isUp: boolean;
  /** Null: the device does not count them, or is not up. */
  readonly clients: number | null;
  readonly radios: readonly ReportedRadio[];
}

/** Reading the states of more devices would take longer than a page. */
const MAX_DEVICES = 10_000;

export function createUpDeviceStore({ devices, deviceStates }: InventoryModels) {
  return {
    /** The first devices of a network by id. */
    async measuredIn(
      { _id: networkId, organisationId }: Pick<NetworkRecord, '_id' | 'organisationId'>,
      most: number,
      now: Date,
      downAfterS: number,
    ): Promise<MeasuredDevice[]> {
      const found = await devices
        .find(
          { organisationId, locationNetworkId: networkId },
          { name: 1, macId: 1, isSwitch: 1, isOpenwisp: 1 },
        )
        .sort({ _id: 1 })
        .hint('network_id')
        .limit(most)
        .batchSize(most + 1)
        .lean<Pick<DeviceRecord, '_id' | 'name' | 'macId' | 'isSwitch' | 'isOpenwisp'>[]>();
      const measured: MeasuredDevice[] = [];
      for (const batch of batchesOf(found)) {
        const states = await deviceStates
          .find(
            { organisationId, _id: { $in: batch.map(({ _id }) => _id) } },
            { lastHeartbeatAt: 1, wifi: 1, wifiAt: 1 },
          )
          .batchSize(ONE_ANSWER)
          .lean<Pick<DeviceStateRecord, '_id' | 'lastHeartbeatAt' | 'wifi' | 'wifiAt'>[]>();
        const byId = new Map(states.map((state) => [state._id, state]));
        for (const device of batch) {
          const { _id: id, name, macId, isSwitch } = device;
          const state = byId.get(id);
          const heardAt = state?.lastHeartbeatAt ?? null;
          const isUpNow = isUp(heardAt, now, downAfterOf(device, downAfterS)) === true;
          const wifi = state && isUpNow ? currentWifi(state) : undefined;
          const { clients = null, radios = [] } = wifi ?? {};
          measured.push({ id, name, macId, isSwitch, isUp: isUpNow, clients, radios });
        }
      }
      return measured;
    },

    /**
     * How many devices of each network are up. Networks are counted in their order, while they have 10,000 devices in
     * all; the others are missing.
     */
    async ofNetworks(
      networks: readonly NetworkRecord[],
      isUp: (device: Pick<DeviceRecord, 'isOpenwisp'>, heardAt: Date | null) => boolean,
    ): Promise<Map<number, number>> {
      const counts = new Map<number, number>();
      let left = MAX_DEVICES;
      for (const { _id, deviceCount } of networks) {
        if (deviceCount > left) continue;
        left -= deviceCount;
        counts.set(_id, 0);
      }
      const [{ organisationId } = { organisationId: 0 }] = networks;
      if (counts.size === 0) return counts;
      const assigned = await devices
        .find(
          { organisationId, locationNetworkId: { $in: [...counts.keys()] } },
          { locationNetworkId: 1, isOpenwisp: 1 },
        )
        .limit(MAX_DEVICES)
        .batchSize(MAX_DEVICES + 1)
        .lean<Pick<DeviceRecord, '_id' | 'locationNetworkId' | 'isOpenwisp'>[]>();
      for (const batch of batchesOf(assigned)) {
        const states = await deviceStates
          .find({ organisationId, _id: { $in: batch.map(({ _id }) => _id) } }, { lastHeartbeatAt: 1 })
          .batchSize(ONE_ANSWER)
          .lean<Pick<DeviceStateRecord, '_id' | 'lastHeartbeatAt'>[]>();
        const heardAt = new Map(states.map(({ _id, lastHeartbeatAt }) => [_id, lastHeartbeatAt]));
        for (const device of batch) {
          const { _id, locationNetworkId: id } = device;
          if (id !== null && isUp(device, heardAt.get(_id) ?? null))
            counts.set(id, (counts.get(id) ?? 0) + 1);
        }
      }
      return counts;
    },
  };
}
