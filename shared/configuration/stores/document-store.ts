import { amongNetworks, type NetworkRef } from '../records/stores/network-ref.js';
import type { AnyBulkWriteOperation } from 'mongoose';
import { leavesOut, type ConfigurationState } from '../records/domain/device-configuration.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { NetworkConfigurationRecord } from '../records/models/network-configuration.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import type { ConfiguredPort } from '../../inventory/models/switch-configuration.js';
import type { UplinkRecord } from '../../inventory/models/uplink.js';
import { asConfigurationRead, configurationFields } from '../records/stores/configuration-state.js';
import { amongDevices, type DeviceRef } from '../../inventory/stores/device-ref.js';
import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { SSIDS_PER_NETWORK } from '../../ssids/domain/ssid-positions.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';
import type { RadiusServerRecord } from '../../ssids/models/radius-server.js';
import type { RetryChange } from '../domain/retries.js';
import type { ConfigurationModels } from '../models/models.js';

/** The fields of a device that its document shows. */
export type ConfiguredDevice = Pick<
  DeviceRecord,
  | '_id'
  | 'organisationId'
  | 'macId'
  | 'name'
  | 'partNumber'
  | 'isSwitch'
  | 'locationNetworkId'
  | 'tagIds'
  | 'configurationSeq'
  | 'radio'
>;

/** The fields of an uplink that documents show. */
export type ConfiguredUplink = Pick<UplinkRecord, '_id' | 'deviceId' | 'uplinkType' | 'details' | 'secrets'>;

/** The record of a network as documents need it. */
export type ConfiguredNetwork = Pick<
  NetworkConfigurationRecord,
  'seq' | 'retriedSeq' | 'settings' | 'base' | 'parts' | 'held'
>;

/** A document that a device has fetched. */
export interface Fetched extends DeviceRef {
  readonly rendered: NonNullable<ConfigurationState['rendered']>;
  readonly change: RetryChange & Pick<ConfigurationState, 'previous'>;
  /** The state that the change was judged by. */
  readonly read: ConfigurationState;
}

const NETWORKS_AT_ONCE = Math.floor(1000 / SSIDS_PER_NETWORK);

/** The records that documents are made of. Starts from devices that a key identifies, or that a caller may see. */
export function createDocumentStore(models: ConfigurationModels) {
  const { devices, deviceStates, networkConfigurations, networks: networkModel } = models;
  return {
    async devices(refs: readonly DeviceRef[]): Promise<ConfiguredDevice[]> {
      const shown = {
        organisationId: 1,
        macId: 1,
        name: 1,
        partNumber: 1,
        isSwitch: 1,
        locationNetworkId: 1,
        tagIds: 1,
        configurationSeq: 1,
        radio: 1,
      } as const;
      return devices.find(amongDevices(refs), shown).batchSize(ONE_ANSWER).lean<ConfiguredDevice[]>();
    },
    async states(refs: readonly DeviceRef[]): Promise<Map<number, ConfigurationState>> {
      const found = await deviceStates
        .find(amongDevices(refs), { configuration: 1 })
        .batchSize(ONE_ANSWER)
        .lean<Pick<DeviceStateRecord, '_id' | 'configuration'>[]>();
      return new Map(found.map(({ _id, configuration = {} }) => [_id, configuration]));
    },
    /** The sequences, settings and canaries of networks; one whose settings have never changed is missing. */
    async networks(refs: readonly NetworkRef[]): Promise<Map<number, ConfiguredNetwork>> {
      if (refs.length === 0) return new Map();
      const found = await networkConfigurations
        .find(amongNetworks(refs), { seq: 1, retriedSeq: 1, settings: 1, base: 1, parts: 1, held: 1 })
        .batchSize(ONE_ANSWER)
        .lean<(ConfiguredNetwork & { _id: number })[]>();
      return new Map(found.map((network) => [network._id, network]));
    },
    /** The settings of networks besides their SSIDs. */
    async networkSettings(
      refs: readonly NetworkRef[],
    ): Promise<Map<number, Pick<NetworkRecord, 'timeZone' | 'radio'>>> {
      if (refs.length === 0) return new Map();
      const found = await networkModel
        .find(amongNetworks(refs), { timeZone: 1, radio: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Map(found.map((network) => [network._id, network]));
    },
    /** The SSIDs of networks by network. Reads batches of 62 networks, each with at most 1,000 SSIDs. */
    async ssids(refs: readonly NetworkRef[]): Promise<Map<number, NetworkSsidRecord[]>> {
      const ofNetwork = new Map<number, NetworkSsidRecord[]>();
      for (const batch of batchesOf(refs, NETWORKS_AT_ONCE)) {
        const organisationId = { $in: [...new Set(batch.map((ref) => ref.organisationId))] };
        const networkId = { $in: batch.map((ref) => ref.networkId) };
        const found = await models.networkSsids
          .find({ organisationId, networkId })
          .batchSize(ONE_ANSWER)
          .lean();
        for (const ssid of found) push(ofNetwork, ssid.networkId, ssid);
      }
      return ofNetwork;
    },
    /** The RADIUS servers of these ids, each of one of the networks' organisations. */
    async servers(refs: readonly NetworkRef[], ids: readonly number[]): Promise<RadiusServerRecord[]> {
      const organisationId = { $in: [...new Set(refs.map((ref) => ref.organisationId))] };
      const found: RadiusServerRecord[] = [];
      for (const batch of batchesOf([...new Set(ids)]))
        found.push(
          ...(await models.radiusServers
            .find({ organisationId, _id: { $in: batch } })
            .batchSize(ONE_ANSWER)
            .lean()),
        );
      return found;
    },
    /** The uplinks of devices, except those that were replaced, by device. */
    async uplinks(refs: readonly DeviceRef[]): Promise<Map<number, ConfiguredUplink[]>> {
      const { organisationId, _id: deviceId } = amongDevices(refs);
      const shown = { deviceId: 1, uplinkType: 1, details: 1, secrets: 1 } as const;
      const found = await models.uplinks
        .find({ organisationId, deviceId, isDeleted: false }, shown)
        .batchSize(ONE_ANSWER)
        .lean<ConfiguredUplink[]>();
      const ofDevice = new Map<number, ConfiguredUplink[]>();
      for (const uplink of found) push(ofDevice, uplink.deviceId, uplink);
      return ofDevice;
    },
    /** The ports of switches by MAC. */
    async ports(macIds: readonly string[]): Promise<Map<string, ConfiguredPort[]>> {
      if (macIds.length === 0) return new Map();
      const found = await models.switchConfigurations
        .find({ _id: { $in: [...macIds] } })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Map(found.map(({ _id, ports }) => [_id, ports]));
    },
    /**
     * Records what devices have fetched, unless the state has changed since it was read: the next heartbeat then tells the
     * device to fetch again.
     */
    async recordFetched(fetched: readonly Fetched[]): Promise<void> {
      if (fetched.length === 0) return;
      await deviceStates.collection.bulkWrite(fetched.map(fetchWrite) as never[], { ordered: false });
    },
  };
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function fetchWrite({
  deviceId,
  organisationId,
  rendered,
  change,
  read,
}: Fetched): AnyBulkWriteOperation<DeviceStateRecord> {
  return {
    updateOne: {
      filter: { _id: deviceId, organisationId, ...asConfigurationRead(read) },
      update: {
        $set: configurationFields({ rendered, leavesOut: leavesOut({ ...read, rendered }), ...change }),
      },
    },
  };
}
