import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { addToBulkEntry } from '../../audit/stores/write-entries.js';
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

/** When and in which network (null: none) devices are activated. */
export interface Activation {
  readonly organisationId: number;
  readonly network: Pick<NetworkRecord, '_id' | 'networkName'> | null;
  readonly at: Date;
  /** The entry of the audit log that the transaction adds to. */
  readonly entry: AuditEntry;
}

/** A concurrent request took a device or the capacity. The transaction aborts; retrying it would find the same. */
class ClaimConflict extends Error {
  override readonly name = 'ClaimConflict';
}

/** Activates devices. A conditional write claims the manufacturer's record, another reserves the organisation's capacity. */
export function createProvisioningStore(models: UpgradeModels, ids: IdSource, transact: Transact) {
  async function reserveCapacity(
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
    if (taken.modifiedCount !== 1) throw new ClaimConflict();
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
    if (claimed.modifiedCount !== devices.length) throw new ClaimConflict();
  }

  return {
    /** How many devices the inventory holds, and may hold. */
    async size(organisationId: number): Promise<{ count: number; capacity: number }> {
      const organisation = await models.organisations
        .findOne({ _id: organisationId }, { deviceCount: 1, noOfAps: 1 })
        .lean();
      return { count: organisation?.deviceCount ?? 0, capacity: organisation?.noOfAps ?? 0 };
    },

    /**
     * Adds up to 1,000 built devices to the inventory in one transaction.
     * @returns null, with nothing added, when one of them is claimed or the capacity is used in the meantime
     */
    async activate(
      activation: Activation,
      built: readonly ClaimableDevice[],
    ): Promise<DeviceListing[] | null> {
      const { organisationId, network } = activation;
      const first = await ids.reserve('devices', built.length);
      const devices = built.map((master, index) => newDevice(first + index, master, activation));
      try {
        await transact(organisationId, async (session) => {
          // Concurrent requests conflict on the organisation, so it is written before anything else.
          await reserveCapacity(
            session,
            activation,
            devices.map((device) => device._id),
          );
          await claim(session, devices);
          await models.devices.insertMany(devices, { session, lean: true });
          await models.deviceStates.insertMany(devices.map(newState), { session, lean: true });
          const counts = new Map([[network?._id ?? null, devices.length]]);
          await writeNetworkCounts(models, session, organisationId, counts);
          const share = { count: devices.length, names: devices.map(({ macId }) => macId) };
          await addToBulkEntry(models, activation.entry, share, session);
        });
      } catch (error) {
        if (error instanceof ClaimConflict) return null;
        throw error;
      }
      return devices;
    },
  };
}

/** A new device is named by its MAC until it gets a name. */
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
