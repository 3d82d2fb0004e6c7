import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { addToBulkEntry } from '../../audit/stores/write-entries.js';
import type { DeviceIdentity } from '../../inventory/domain/device-identity.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import type { ClaimableDevice } from '../../inventory/stores/master-store.js';
import type { Accompany, Transact } from '../../platform/mongo/transaction.js';
import { insertDevices, newDevice, reserveCapacity, type Joining } from './new-devices.js';

/** When and in which network devices are activated. */
export interface Activation extends Joining {
  /** The entry of the audit log that the transaction adds to. */
  readonly entry: AuditEntry;
  /** How the devices prove who they are, if they have no keys. */
  readonly identity?: DeviceIdentity | undefined;
  /** Takes the ids of the devices in the transaction. */
  readonly accompany?: Accompany<readonly number[]>;
}

/** A concurrent request took a device or the capacity. The transaction aborts; retrying it would find the same. */
class ClaimConflict extends Error {
  override readonly name = 'ClaimConflict';
}

/** Activates devices. A conditional write claims the manufacturer's record, another reserves the organisation's capacity. */
export function createProvisioningStore(models: UpgradeModels, ids: IdSource, transact: Transact) {
  async function claim(
    session: ClientSession,
    devices: readonly DeviceRecord[],
    identity: DeviceIdentity | undefined,
  ) {
    const keyless = identity === undefined ? {} : { deviceKeyHash: null };
    const claimed = await models.masterInventory.bulkWrite(
      devices.map((device) => ({
        updateOne: {
          filter: { _id: device.macId, organisationId: null, ...keyless },
          update: {
            $set: {
              organisationId: device.organisationId,
              deviceId: device._id,
              ...(identity === undefined ? {} : { identity }),
            },
          },
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
      const { organisationId } = activation;
      const first = await ids.reserve('devices', built.length);
      const devices = built.map((master, index) => newDevice(first + index, master, activation));
      const deviceIds = devices.map((device) => device._id);
      try {
        await transact(organisationId, async (session) => {
          if (!(await reserveCapacity(models, session, activation, deviceIds))) throw new ClaimConflict();
          await claim(session, devices, activation.identity);
          await insertDevices(models, session, activation, devices);
          const share = { count: devices.length, names: devices.map(({ macId }) => macId) };
          await addToBulkEntry(models, activation.entry, share, session);
          await activation.accompany?.(deviceIds, session);
        });
      } catch (error) {
        if (error instanceof ClaimConflict) return null;
        throw error;
      }
      return devices;
    },
  };
}
