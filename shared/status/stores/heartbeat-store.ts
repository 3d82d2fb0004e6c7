import type { AnyBulkWriteOperation } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { ConfigurationState } from '../../configuration/records/domain/device-configuration.js';
import { deriveDevice } from '../../inventory/domain/device-search.js';
import { currentWifi } from '../../inventory/domain/device-points.js';
import type { LastTraffic } from '../../inventory/domain/measured.js';
import type { ReportedWifi } from '../../inventory/domain/reported-wifi.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { isTimeLimit } from '../../platform/mongo/store-failure.js';
import { amongDevices, type DeviceRef } from '../../inventory/stores/device-ref.js';
import { ordinaryWrite, stateWrites, type StateWrite } from './state-write.js';

/** The device of a MAC and the hash of its key. */
export type Registration = Pick<
  MasterDeviceRecord,
  '_id' | 'identity' | 'deviceKeyHash' | 'organisationId' | 'deviceId'
>;

/** The fields that a heartbeat is compared with. */
export type KnownDevice = Pick<
  DeviceRecord,
  '_id' | 'firmwareVersion' | 'partNumber' | 'revision' | 'locationNetworkId' | 'configurationSeq' | 'command'
>;

/** Raised by every change of a device by callers, and by every change of what it is configured with; and its last command. */
export type DeviceRevisions = Pick<DeviceRecord, 'revision' | 'configurationSeq' | 'command'>;

/** A device whose firmware version differs from the one at this revision. */
export interface FirmwareChange extends DeviceRef {
  readonly revision: number;
  readonly firmwareVersion: string;
}

export interface LastHeard {
  readonly at: Date | null;
  readonly firmwareVersion: string | null;
  readonly uptimeS: number | null;
  /** How many times it has restarted. */
  readonly restarts: number;
  /** The newest connection by which the device was heard; absent for a device that sends its heartbeats by HTTP. */
  readonly session?: number | undefined;
  /** Absent before the device first reports its configuration. */
  readonly configuration?: ConfigurationState | undefined;
  /** Absent before the device first reports `wifi`. */
  readonly traffic?: LastTraffic | undefined;
}

/** The state of a device for the health gate; `wifi` is that of its last heartbeat. */
export interface DeviceHealth extends Pick<
  LastHeard,
  'at' | 'firmwareVersion' | 'restarts' | 'configuration'
> {
  readonly wifi: ReportedWifi | null;
  readonly memFreeKb: number | null;
}

/**
 * Queries of heartbeats. They are processed in batches, so every method takes many devices. Starts from records
 * that name their organisation.
 */
export function createHeartbeatStore(models: InventoryModels) {
  const { devices, deviceStates, firmwareRevisions, masterInventory } = models;
  return {
    async registrations(macIds: readonly string[]): Promise<Map<string, Registration>> {
      const found = await masterInventory
        .find({ _id: { $in: [...macIds] } }, REGISTRATION)
        .batchSize(ONE_ANSWER)
        .lean<Registration[]>();
      return new Map(found.map((record) => [record._id, record]));
    },
    /** The hashes that are the key of any device. */
    async knownKeyHashes(hashes: readonly string[]): Promise<Set<string>> {
      const found = await masterInventory.distinct('deviceKeyHash', { deviceKeyHash: { $in: [...hashes] } });
      return new Set(found);
    },
    async devices(refs: readonly DeviceRef[]): Promise<Map<number, KnownDevice>> {
      const found = await devices.find(amongDevices(refs), KNOWN).batchSize(ONE_ANSWER).lean<KnownDevice[]>();
      return new Map(found.map((device) => [device._id, device]));
    },
    /** What says whether the devices that are in an inventory, and what they run, have changed. */
    async revisions(refs: readonly DeviceRef[]): Promise<Map<number, DeviceRevisions>> {
      const projection = { revision: 1, configurationSeq: 1, command: 1 };
      const found = await devices.collection
        .find(amongDevices(refs) as object, { projection, batchSize: ONE_ANSWER })
        .toArray();
      return new Map(
        found.map(({ _id, ...revisions }) => [_id as unknown as number, revisions as DeviceRevisions]),
      );
    },
    /** What each device's last heartbeat left. */
    async lastHeard(refs: readonly DeviceRef[]): Promise<Map<number, LastHeard>> {
      const found = await deviceStates
        .find(amongDevices(refs), HEARD)
        .batchSize(ONE_ANSWER)
        .lean<DeviceStateRecord[]>();
      return new Map(
        found.map(({ _id, lastHeartbeatAt: at, restarts = 0, ...state }) => {
          const { firmwareVersion, uptimeS, session, configuration, wifi, wifiAt } = state;
          const traffic =
            wifi && wifiAt ? { rxBytes: wifi.rxBytes, txBytes: wifi.txBytes, at: wifiAt } : undefined;
          return [_id, { at, firmwareVersion, uptimeS, restarts, session, configuration, traffic }];
        }),
      );
    },
    /** What the health gate of rollouts reads of at most 1,000 devices. */
    async health(refs: readonly DeviceRef[]): Promise<Map<number, DeviceHealth>> {
      const found = await deviceStates
        .find(amongDevices(refs), HEALTH)
        .batchSize(ONE_ANSWER)
        .lean<DeviceStateRecord[]>();
      return new Map(
        found.map((state) => {
          const { _id, lastHeartbeatAt: at, firmwareVersion, restarts = 0, configuration } = state;
          const measured = { wifi: currentWifi(state) ?? null, memFreeKb: state.memFreeKb ?? null };
          return [_id, { at, firmwareVersion, restarts, configuration, ...measured }];
        }),
      );
    },
    /** The ids of those devices that were heard at a time or later. */
    async heardSince(refs: readonly DeviceRef[], since: Date): Promise<Set<number>> {
      const found = await deviceStates
        .find({ ...amongDevices(refs), lastHeartbeatAt: { $gte: since } }, { _id: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Set(found.map(({ _id }) => _id));
    },
    /**
     * Writes the states; a heartbeat older than the stored one changes nothing, nor does one that changes a configuration
     * which another process has changed since it was read, and one of a connection that is not the device's newest.
     * Counts a restart if the stored uptime is another one and says so, so repeated or concurrent heartbeats count it
     * once.
     * @returns how many devices it has changed; a heartbeat that equals the stored one changes nothing
     */
    async writeStates(writes: readonly StateWrite[]): Promise<number> {
      // Bypasses mongoose, which would validate every field of every write again.
      const operations = writes.flatMap(stateWrites) as never[];
      return (await deviceStates.collection.bulkWrite(operations, { ordered: false })).modifiedCount;
    },
    /**
     * Writes the states of heartbeats that change nothing but times and measurements, each unless its device has
     * restarted or its configuration has changed since it was read.
     * @returns how many applied
     */
    async writeOrdinary(writes: readonly StateWrite[]): Promise<number> {
      const operations = writes.map(ordinaryWrite) as never[];
      return (await deviceStates.collection.bulkWrite(operations, { ordered: false })).matchedCount;
    },
    /**
     * Stores the firmware of devices that have not changed since the given revision. A device that a transaction
     * locks for more than a second is skipped: its next heartbeat writes it.
     */
    async writeFirmware(changes: readonly FirmwareChange[]): Promise<void> {
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
      // Single updates, because the driver does not retry an update of many records after a lost answer or an
      // election.
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

const REGISTRATION = { identity: 1, deviceKeyHash: 1, organisationId: 1, deviceId: 1 } as const;

const KNOWN = {
  firmwareVersion: 1,
  partNumber: 1,
  revision: 1,
  locationNetworkId: 1,
  configurationSeq: 1,
  command: 1,
} as const;

const HEARD = {
  lastHeartbeatAt: 1,
  firmwareVersion: 1,
  uptimeS: 1,
  restarts: 1,
  session: 1,
  configuration: 1,
  'wifi.rxBytes': 1,
  'wifi.txBytes': 1,
  wifiAt: 1,
} as const;

const HEALTH = {
  lastHeartbeatAt: 1,
  firmwareVersion: 1,
  restarts: 1,
  configuration: 1,
  wifi: 1,
  wifiAt: 1,
  memFreeKb: 1,
} as const;

/** The time limit of a firmware write that waits for transactions. */
const FIRMWARE_MS = 1000;

type ChangedDevice = Omit<DeviceRecord, 'searchText' | 'trigrams' | 'sort'>;

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
