import type { QueryFilter } from 'mongoose';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { timeSortKey } from '../../inventory/domain/device-search.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { AlertModels } from '../models/models.js';

/** A device that is silent, or was. */
export interface SilentDevice {
  readonly _id: number;
  readonly sortKey: string;
  readonly heardAt: Date;
}

export interface PlacedDevice extends SilentDevice {
  readonly name: string;
  /** Null: no network. */
  readonly networkId: number | null;
}

/** The mark of silent devices without a network. */
const NO_NETWORK = 0;
const MAX_NETWORK_DEVICES = 10_000;

/** The devices that are silent, found by the index of the last heartbeat. Those that were looked at are marked. */
export function createSilenceStore({ devices, deviceStates, networks, upgrades }: AlertModels) {
  const marked = { silentIn: { $gte: NO_NETWORK } };

  async function placed(organisationId: number, found: readonly SilentDevice[]): Promise<PlacedDevice[]> {
    const known = await devices
      .find(
        { organisationId, _id: { $in: found.map(({ _id }) => _id) } },
        { name: 1, macId: 1, locationNetworkId: 1 },
      )
      .batchSize(ONE_ANSWER)
      .lean<Pick<DeviceRecord, '_id' | 'name' | 'macId' | 'locationNetworkId'>[]>();
    const byId = new Map(known.map((device) => [device._id, device]));
    return found.flatMap((silent) => {
      const device = byId.get(silent._id);
      if (!device) return [];
      const name = device.name === '' ? device.macId : device.name;
      return [{ ...silent, name, networkId: device.locationNetworkId }];
    });
  }

  /** Of these networks those that have such upgrades in flight. */
  async function networksOf(
    organisationId: number,
    ids: readonly number[],
    index: string,
    fields: QueryFilter<UpgradeRecord>,
  ): Promise<number[]> {
    const networkIds = new Set<number>();
    for (let left = [...ids]; left.length > 0;) {
      const found = await upgrades
        .find(
          { organisationId, locationNetworkId: { $in: left }, inFlight: true, ...fields },
          { locationNetworkId: 1 },
        )
        .sort({ locationNetworkId: 1 })
        .hint(index)
        .limit(MAX_NETWORK_DEVICES)
        .batchSize(MAX_NETWORK_DEVICES + 1)
        .lean();
      for (const { locationNetworkId: id } of found) if (id !== null) networkIds.add(id);
      const last = found.length < MAX_NETWORK_DEVICES ? null : (found.at(-1)?.locationNetworkId ?? null);
      left = last === null ? [] : left.filter((id) => id > last);
    }
    return [...networkIds];
  }

  return {
    /** The next devices whose last heartbeat is after a sort key and not after a time, the earliest first. */
    async between(organisationId: number, after: string, to: Date): Promise<SilentDevice[]> {
      const found = await deviceStates
        .find(
          { organisationId, sortKey: { $gt: after, $lte: timeSortKey(to, Number.MAX_SAFE_INTEGER) } },
          { sortKey: 1, lastHeartbeatAt: 1 },
        )
        .sort({ sortKey: 1 })
        .hint('organisation_heartbeat')
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<Pick<DeviceStateRecord, '_id' | 'sortKey' | 'lastHeartbeatAt'>[]>();
      return found.map(asSilent);
    },
    placed,
    /** Marks devices as silent in their networks. One that has been heard since is found by {@link heardAgain}. */
    async mark(organisationId: number, silent: readonly PlacedDevice[]): Promise<void> {
      const byNetwork = new Map<number, PlacedDevice[]>();
      for (const device of silent) {
        const key = device.networkId ?? NO_NETWORK;
        byNetwork.set(key, [...(byNetwork.get(key) ?? []), device]);
      }
      if (byNetwork.size === 0) return;
      await deviceStates.bulkWrite(
        [...byNetwork].map(([silentIn, members]) => ({
          updateMany: {
            filter: { organisationId, _id: { $in: members.map(({ _id }) => _id) } },
            update: { $set: { silentIn } },
          },
        })),
        { ordered: false },
      );
    },
    /** Marked devices that have been heard after a sort key, the earliest first. */
    async heardAgain(organisationId: number, after: string): Promise<SilentDevice[]> {
      const found = await deviceStates
        .find({ organisationId, ...marked, sortKey: { $gt: after } }, { sortKey: 1, lastHeartbeatAt: 1 })
        .sort({ sortKey: 1 })
        .hint('organisation_silent')
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<Pick<DeviceStateRecord, '_id' | 'sortKey' | 'lastHeartbeatAt'>[]>();
      return found.map(asSilent);
    },
    /** Removes the marks of devices. */
    async unmark(organisationId: number, ids: readonly number[]): Promise<void> {
      await deviceStates.updateMany({ organisationId, _id: { $in: [...ids] } }, { $unset: { silentIn: 1 } });
    },
    /** The last heartbeats of the marked devices of networks, in order; of each network at most 10,000. */
    async silentIn(
      organisationId: number,
      networkIds: readonly number[],
      after = '',
    ): Promise<Map<number, SilentDevice[]>> {
      const byNetwork = new Map<number, SilentDevice[]>(networkIds.map((id) => [id, []]));
      let left = [...networkIds].sort((one, other) => one - other);
      while (left.length > 0) {
        const found = await deviceStates
          .find(
            { organisationId, silentIn: { $in: left }, sortKey: { $gt: after } },
            { sortKey: 1, lastHeartbeatAt: 1, silentIn: 1 },
          )
          .sort({ silentIn: 1, sortKey: 1 })
          .hint('silent_in')
          .limit(MAX_NETWORK_DEVICES)
          .batchSize(MAX_NETWORK_DEVICES + 1)
          .lean<Pick<DeviceStateRecord, '_id' | 'sortKey' | 'lastHeartbeatAt' | 'silentIn'>[]>();
        // The last network of a full page may have more devices: it is read again, from its first.
        const last = found.length < MAX_NETWORK_DEVICES ? undefined : found.at(-1)?.silentIn;
        const isOnly = last === found[0]?.silentIn;
        for (const state of found)
          if (state.silentIn !== last || isOnly)
            byNetwork.get(state.silentIn ?? NO_NETWORK)?.push(asSilent(state));
        left = last === undefined ? [] : left.filter((id) => (isOnly ? id > last : id >= last));
      }
      return byNetwork;
    },
    /** The names of networks and how many devices they have. */
    async networks(
      organisationId: number,
      ids: readonly number[],
    ): Promise<Map<number, Pick<NetworkRecord, '_id' | 'networkName' | 'deviceCount'>>> {
      if (ids.length === 0) return new Map();
      const found = await networks
        .find({ organisationId, _id: { $in: [...ids] } }, { networkName: 1, deviceCount: 1 })
        .batchSize(ids.length + 1)
        .lean<Pick<NetworkRecord, '_id' | 'networkName' | 'deviceCount'>[]>();
      return new Map(found.map((network) => [network._id, network]));
    },
    /** When devices were last heard; those that are gone are missing. */
    async lastHeard(organisationId: number, ids: readonly number[]): Promise<SilentDevice[]> {
      if (ids.length === 0) return [];
      const found = await deviceStates
        .find({ organisationId, _id: { $in: [...ids] } }, { sortKey: 1, lastHeartbeatAt: 1 })
        .batchSize(ids.length + 1)
        .lean<Pick<DeviceStateRecord, '_id' | 'sortKey' | 'lastHeartbeatAt'>[]>();
      return found.map(asSilent);
    },
    /** Of these devices those with an upgrade under way. */
    async upgrading(organisationId: number, ids: readonly number[]): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const found = await upgrades
        .find(
          { organisationId, routerInventoryId: { $in: [...ids] }, inFlight: true, attempts: { $gt: 0 } },
          { routerInventoryId: 1 },
        )
        .hint('one_in_flight_per_device')
        .batchSize(ids.length + 1)
        .lean();
      return new Set(found.map(({ routerInventoryId }) => routerInventoryId));
    },
    /** Of these networks those in which a rollout upgrades devices, or a switch is upgraded. */
    async upgradingNetworks(organisationId: number, ids: readonly number[]): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      return new Set([
        ...(await networksOf(organisationId, ids, 'network_slots', { hasSlot: true })),
        ...(await networksOf(organisationId, ids, 'network_begun', { attempts: { $gt: 0 }, isSwitch: true })),
      ]);
    },
  };
}

function asSilent({
  _id,
  sortKey,
  lastHeartbeatAt,
}: Pick<DeviceStateRecord, '_id' | 'sortKey' | 'lastHeartbeatAt'>): SilentDevice {
  return { _id, sortKey, heardAt: lastHeartbeatAt ?? new Date(0) };
}
