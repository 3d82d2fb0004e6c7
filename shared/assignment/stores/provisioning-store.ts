import type { ClientSession } from 'mongoose';
import { deriveDevice, timeSortKey } from '../../inventory/domain/device-search.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import { blockChanges } from '../../inventory/domain/device-blocks.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import { writeNetworkCounts } from '../../inventory/stores/inventory-counts.js';
import type { ClaimableDevice } from '../../inventory/stores/master-store.js';
import type { Transact } from '../../platform/mongo/transaction.js';

/** Where and when devices are put. */
export interface Activation {
  readonly organisationId: number;
  readonly network: Pick<NetworkRecord, '_id' | 'networkName'> | null;
  readonly at: Date;
}

export interface ProvisioningStore {
  /** How many devices the inventory holds, and may hold. One round trip. */
  size(organisationId: number): Promise<{ count: number; most: number }>;
  /**
   * Puts at most 1,000 built devices into the inventory: all of them, or none (null) when any of them has been
   * claimed or the room been used meanwhile. One transaction of five round trips (six with a network), and one for
   * the ids.
   */
  activate(activation: Activation, built: readonly ClaimableDevice[]): Promise<DeviceListing[] | null>;
}

/** Somebody else was faster: nothing of the transaction may stay, and trying again would find the same. */
class Outrun extends Error {
  override readonly name = 'Outrun';
}

/** New devices. The claim on the manufacturer's record decides whose a device is, the organisation's count whether it has room. */
export function createProvisioningStore(
  models: UpgradeModels,
  ids: IdSource,
  transact: Transact,
): ProvisioningStore {
  async function takeRoom(
    session: ClientSession,
    { organisationId, network }: Activation,
    ids: readonly number[],
  ) {
    const count = ids.length;
    const taken = await models.organisations.updateOne(
      { _id: organisationId, $expr: { $lte: [{ $add: ['$deviceCount', count] }, '$noOfAps'] } },
      {
        $inc: {
          deviceCount: count,
          unassignedCount: network === null ? count : 0,
          inventoryRevision: 1,
          ...blockChanges([], ids),
        },
      },
      { session },
    );
    if (taken.modifiedCount !== 1) throw new Outrun();
  }

  async function claim(session: ClientSession, devices: readonly DeviceRecord[]) {
    const claimed = await models.masterInventory.bulkWrite(
      devices.map((device) => ({
        updateOne: {
          filter: { _id: device.macId, organisationId: null },
          update: { $set: { organisationId: device.organisationId, deviceId: device._id } },
        },
      })),
      { session },
    );
    if (claimed.modifiedCount !== devices.length) throw new Outrun();
  }

  return {
    async size(organisationId) {
      const organisation = await models.organisations
        .findOne({ _id: organisationId }, { deviceCount: 1, noOfAps: 1 })
        .lean();
      return { count: organisation?.deviceCount ?? 0, most: organisation?.noOfAps ?? 0 };
    },

    async activate(activation, built) {
      const { organisationId, network } = activation;
      const first = await ids.reserve('devices', built.length);
      const devices = built.map((master, index) => newDevice(first + index, master, activation));
      try {
        await transact(organisationId, async (session) => {
          // The organisation comes first: whoever collides does so here, before anything is done in vain.
          await takeRoom(
            session,
            activation,
            devices.map((device) => device._id),
          );
          await claim(session, devices);
          await models.devices.insertMany(devices, { session, lean: true });
          await models.deviceStates.insertMany(devices.map(newState), { session, lean: true });
          const counts = new Map([[network?._id ?? null, devices.length]]);
          await writeNetworkCounts(models, session, organisationId, counts);
        });
      } catch (error) {
        if (error instanceof Outrun) return null;
        throw error;
      }
      return devices;
    },
  };
}

/** A new device is named by its MAC until someone names it (docs/decisions.md#inventory). */
function newDevice(_id: number, master: ClaimableDevice, activation: Activation): DeviceRecord {
  const { organisationId, network, at } = activation;
  const fields = {
    organisationId,
    macId: master._id,
    name: master._id,
    routerSerialNumber: master.routerSerialNumber,
    firmwareVersion: '',
    locationNetworkId: network?._id ?? null,
    networkName: network?.networkName ?? null,
    tagIds: [],
    tags: [],
    partNumber: master.partNumber,
    hpName: master.hpName,
    isSwitch: master.isSwitch,
    externalGuid: null,
    activatedOn: at,
    networkSince: at,
    tagsSince: null,
    revision: 0,
  };
  return { _id, ...fields, ...deriveDevice({ ...fields, id: _id, tagNames: [] }) };
}

function newState({ _id, organisationId }: DeviceRecord): DeviceStateRecord {
  return {
    _id,
    organisationId,
    lastHeartbeatAt: null,
    publicIp: null,
    firmwareVersion: null,
    uptimeS: null,
    ports: null,
    sortKey: timeSortKey(null, _id),
  };
}
