import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { addToBulkEntry } from '../../audit/stores/write-entries.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { amongDevices } from '../../inventory/stores/device-ref.js';
import type { KeyedDevice, TakenKeys } from '../domain/key-row.js';
import type { OpenwispModels } from '../models/models.js';

/** A key that a device of an inventory gets. */
export interface GivenKey {
  readonly macId: string;
  readonly deviceId: number;
  readonly uuid: string;
  readonly keyHash: string;
}

const KEYED = {
  identity: 1,
  deviceKeyHash: 1,
  openwispUuid: 1,
  organisationId: 1,
  deviceId: 1,
} as const;

/** Devices that keep the UUIDs and keys that OpenWISP has given them. */
export function createMovedDeviceStore(models: OpenwispModels) {
  const { masterInventory, devices } = models;
  return {
    /**
     * The MACs of at most 1,000 UUIDs. A device is found before its organisation is known, so there is no scope: its key
     * has to prove that it is the device.
     */
    async macsOf(uuids: readonly string[]): Promise<Map<string, string>> {
      const found = await masterInventory
        .find({ openwispUuid: { $in: [...uuids] } }, { openwispUuid: 1 })
        .limit(uuids.length + 1)
        .batchSize(ONE_ANSWER)
        .lean<Pick<KeyedDevice, '_id' | 'openwispUuid'>[]>();
      return new Map(found.map(({ _id, openwispUuid = '' }) => [openwispUuid, _id]));
    },

    /** The records of at most 1,000 MACs. Only those of the caller's organisation may be shown. */
    async keyed(macs: readonly string[], session: ClientSession): Promise<Map<string, KeyedDevice>> {
      const found = await masterInventory
        .find({ _id: { $in: [...macs] } }, KEYED, { session })
        .batchSize(ONE_ANSWER)
        .lean<KeyedDevice[]>();
      return new Map(found.map((device) => [device._id, device]));
    },

    /** Which of these keys and UUIDs any device has. */
    async taken(
      hashes: readonly string[],
      uuids: readonly string[],
      session: ClientSession,
    ): Promise<TakenKeys> {
      const ofKeys = { deviceKeyHash: { $in: [...hashes] } };
      const ofUuids = { openwispUuid: { $in: [...uuids] } };
      return {
        hashes: new Set<unknown>(await masterInventory.distinct('deviceKeyHash', ofKeys).session(session)),
        uuids: new Set<unknown>(await masterInventory.distinct('openwispUuid', ofUuids).session(session)),
      };
    },

    /** Gives devices their keys. False when one of them has got another key, or is no longer in the inventory. */
    async give(entry: AuditEntry, given: readonly GivenKey[], session: ClientSession): Promise<boolean> {
      const { organisationId } = entry;
      const writes = given.map(({ macId, deviceId, uuid, keyHash }) => ({
        updateOne: {
          filter: { _id: macId, organisationId, deviceId, deviceKeyHash: { $in: [null, keyHash] } },
          update: { $set: { deviceKeyHash: keyHash, openwispUuid: uuid } },
        },
      }));
      const written = await masterInventory.bulkWrite(writes, { session, ordered: false });
      // APIs remember that the device had no key.
      const refs = given.map(({ deviceId }) => ({ organisationId, deviceId }));
      await devices.updateMany(amongDevices(refs), { $inc: { revision: 1 } }, { session });
      const share = { count: given.length, names: given.map(({ macId }) => macId) };
      await addToBulkEntry(models, entry, share, session);
      return written.matchedCount === given.length;
    },
  };
}
