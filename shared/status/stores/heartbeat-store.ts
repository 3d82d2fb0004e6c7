import type { AnyBulkWriteOperation } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { deriveDevice, timeSortKey } from '../../inventory/domain/device-search.js';
import type { ReportedPort } from '../../inventory/domain/reported-port.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { isTimeLimit } from '../../platform/mongo/store-failure.js';
import { amongDevices, type DeviceRef } from '../../inventory/stores/device-ref.js';

/** Where a MAC belongs, and what its key hashes to. */
export type Registration = Pick<MasterDeviceRecord, '_id' | 'deviceKeyHash' | 'organisationId' | 'deviceId'>;

/** What a heartbeat is compared with. */
export type KnownDevice = Pick<DeviceRecord, '_id' | 'firmwareVersion' | 'partNumber' | 'revision'>;

/** A device that runs another version than it did at this revision. */
export interface FirmwareChange extends DeviceRef {
  readonly revision: number;
  readonly firmwareVersion: string;
}

/** What one heartbeat leaves behind. */
export interface StateWrite extends DeviceRef {
  readonly at: Date;
  readonly publicIp: string;
  readonly firmwareVersion: string;
  readonly uptimeS: number | null;
  readonly ports: ReportedPort[] | null;
}

export interface LastHeard {
  readonly at: Date | null;
  readonly firmwareVersion: string | null;
}

export interface HeartbeatStore {
  /** One round trip. */
  registrations(macIds: readonly string[]): Promise<Map<string, Registration>>;
  /** Those that any device's key has, each once however many devices share it. One round trip. */
  knownKeyHashes(hashes: readonly string[]): Promise<Set<string>>;
  /** One round trip. */
  devices(refs: readonly DeviceRef[]): Promise<Map<number, KnownDevice>>;
  /** When each was heard last, and on which version. One round trip. */
  lastHeard(refs: readonly DeviceRef[]): Promise<Map<number, LastHeard>>;
  /** Writes the states; a heartbeat older than what is stored changes nothing. One round trip. */
  writeStates(writes: readonly StateWrite[]): Promise<void>;
  /**
   * Notes the firmware that devices run now, unless they have changed since that revision. A device that a transaction
   * holds for longer than a second is left to its next heartbeat, which finds it unchanged. Three round trips.
   */
  writeFirmware(changes: readonly FirmwareChange[]): Promise<void>;
}

/** What devices say of themselves; they come in batches, so every method takes many. Starts from records that named their organisation. */
export function createHeartbeatStore(models: InventoryModels): HeartbeatStore {
  const { devices, deviceStates, firmwareRevisions, masterInventory } = models;
  return {
    async registrations(macIds) {
      const found = await masterInventory
        .find({ _id: { $in: [...macIds] } }, { deviceKeyHash: 1, organisationId: 1, deviceId: 1 })
        .batchSize(ONE_ANSWER)
        .lean<Registration[]>();
      return new Map(found.map((record) => [record._id, record]));
    },
    async knownKeyHashes(hashes) {
      const found = await masterInventory.distinct('deviceKeyHash', { deviceKeyHash: { $in: [...hashes] } });
      return new Set(found);
    },
    async devices(refs) {
      const found = await devices
        .find(amongDevices(refs), { firmwareVersion: 1, partNumber: 1, revision: 1 })
        .batchSize(ONE_ANSWER)
        .lean<KnownDevice[]>();
      return new Map(found.map((device) => [device._id, device]));
    },
    async lastHeard(refs) {
      const found = await deviceStates
        .find(amongDevices(refs), { lastHeartbeatAt: 1, firmwareVersion: 1 })
        .batchSize(ONE_ANSWER)
        .lean<DeviceStateRecord[]>();
      return new Map(
        found.map(({ _id, lastHeartbeatAt: at, firmwareVersion }) => [_id, { at, firmwareVersion }]),
      );
    },
    async writeStates(writes) {
      // Not by mongoose, which would look at every field of every write once more: these are typed.
      await deviceStates.collection.bulkWrite(writes.map(stateWrite) as never[], { ordered: false });
    },
    async writeFirmware(changes) {
      const found = await devices
        .find(amongDevices(changes), { searchText: 0, trigrams: 0, sort: 0 })
        .batchSize(ONE_ANSWER)
        .lean<ChangedDevice[]>();
      const asKnown = new Map(changes.map((change) => [change.deviceId, change]));
      const writes = found.flatMap((device) => {
        const change = asKnown.get(device._id);
        return change?.revision === device.revision ? [firmwareWrite(device, change.firmwareVersion)] : [];
      });
      if (writes.length === 0) return;
      await devices.bulkWrite(writes, { ordered: false, maxTimeMS: FIRMWARE_MS }).catch((error: unknown) => {
        if (!isTimeLimit(error)) throw error;
      });
      // By single updates, which the driver repeats after a lost answer or an election; an update of many it does not.
      const changed = [...new Set(found.map(({ organisationId }) => organisationId))];
      await firmwareRevisions.bulkWrite(
        changed.map((_id) => ({
          updateOne: { filter: { _id }, update: { $inc: { revision: 1 } }, upsert: true },
        })),
        { ordered: false },
      );
    },
  };
}

/** How long firmware waits for transactions that hold its devices. */
const FIRMWARE_MS = 1000;

type ChangedDevice = Omit<DeviceRecord, 'searchText' | 'trigrams' | 'sort'>;

function stateWrite(write: StateWrite): AnyBulkWriteOperation<DeviceStateRecord> {
  const { organisationId, deviceId, at, publicIp, firmwareVersion, uptimeS, ports } = write;
  const set = { lastHeartbeatAt: at, publicIp, firmwareVersion, uptimeS, sortKey: timeSortKey(at, deviceId) };
  return {
    updateOne: {
      filter: {
        _id: deviceId,
        organisationId,
        $or: [{ lastHeartbeatAt: null }, { lastHeartbeatAt: { $lte: at } }],
      },
      update: { $set: ports === null ? set : { ...set, ports } },
    },
  };
}

function firmwareWrite(device: ChangedDevice, firmwareVersion: string): AnyBulkWriteOperation<DeviceRecord> {
  const tagNames = device.tags.map((tag) => tag.name);
  const derived = deriveDevice({ ...device, id: device._id, tagNames, firmwareVersion });
  return {
    updateOne: {
      filter: { _id: device._id, organisationId: device.organisationId, revision: device.revision },
      update: { $set: { firmwareVersion, ...derived }, $inc: { revision: 1 } },
    },
  };
}
