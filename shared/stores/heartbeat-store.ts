import type { AnyBulkWriteOperation } from 'mongoose';
import { deriveDevice, timeSortKey } from '../domain/device-derived.js';
import type { ReportedPort } from '../domain/reported-port.js';
import type { Change, ReleasedUpgrade } from '../domain/upgrade-change.js';
import {
  canTransition,
  isReleased,
  RELEASED_STATUSES,
  shownStatus,
  storedStatus,
  type StoredStatus,
} from '../domain/upgrade-status.js';
import type { DeviceRecord } from '../models/device.js';
import type { DeviceStateRecord } from '../models/device-state.js';
import type { MasterDeviceRecord } from '../models/master-device.js';
import type { Models } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';

/** Where a MAC belongs, and what its key hashes to. */
export type Registration = Pick<MasterDeviceRecord, '_id' | 'deviceKeyHash' | 'organisationId' | 'deviceId'>;

/** A device that is in an inventory. */
export interface DeviceRef {
  readonly organisationId: number;
  readonly deviceId: number;
}

export type KnownDevice = Omit<DeviceRecord, 'searchText' | 'trigrams' | 'sort'>;

export interface OpenUpgrade extends ReleasedUpgrade {
  readonly organisationId: number;
  readonly deviceId: number;
  readonly releaseId: number;
  readonly savePrevConfig: boolean;
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

export interface UpgradeWrite {
  readonly upgrade: OpenUpgrade;
  readonly change: Change;
}

export interface HeartbeatStore {
  /** One round trip. */
  registrations(macIds: readonly string[]): Promise<Map<string, Registration>>;
  /** One round trip. */
  devices(refs: readonly DeviceRef[]): Promise<Map<number, KnownDevice>>;
  /** When each was heard last, and on which version. One round trip. */
  lastHeard(refs: readonly DeviceRef[]): Promise<Map<number, LastHeard>>;
  /** The released upgrade of each device that has one, by device. One round trip. */
  openUpgrades(refs: readonly DeviceRef[]): Promise<Map<number, OpenUpgrade>>;
  /** Writes the states; a heartbeat older than what is stored changes nothing. One round trip. */
  writeStates(writes: readonly StateWrite[]): Promise<void>;
  /** Notes the firmware that devices run now, unless they were changed meanwhile. Two round trips. */
  writeFirmware(changes: readonly { device: KnownDevice; firmwareVersion: string }[]): Promise<void>;
  /**
   * Each write on the condition of the status it leaves, and the first of each upgrade also of the deadline that was
   * read: a report that came meanwhile has moved it, and what was decided without knowing of that must not stand.
   * One round trip.
   * @returns how many took effect
   * @throws Error when one is not in the table of transitions; then none is written
   */
  writeUpgrades(writes: readonly UpgradeWrite[], at: Date): Promise<number>;
  /** Released upgrades whose deadline has passed, the most overdue first. One round trip. */
  overdue(now: Date, limit: number): Promise<OpenUpgrade[]>;
}

/** All that devices cause; they come in batches, so every method takes many. Starts from records that named their organisation. */
export function createHeartbeatStore(models: Models): HeartbeatStore {
  const { devices, deviceStates, masterInventory, organisations, upgrades } = models;
  const among = (refs: readonly DeviceRef[]) => ({
    organisationId: { $in: [...new Set(refs.map((ref) => ref.organisationId))] },
    _id: { $in: refs.map((ref) => ref.deviceId) },
  });

  return {
    async registrations(macIds) {
      const found = await masterInventory
        .find({ _id: { $in: [...macIds] } }, { deviceKeyHash: 1, organisationId: 1, deviceId: 1 })
        .lean<Registration[]>();
      return new Map(found.map((record) => [record._id, record]));
    },
    async devices(refs) {
      const found = await devices
        .find(among(refs), { searchText: 0, trigrams: 0, sort: 0 })
        .lean<KnownDevice[]>();
      return new Map(found.map((device) => [device._id, device]));
    },
    async lastHeard(refs) {
      const found = await deviceStates
        .find(among(refs), { lastHeartbeatAt: 1, firmwareVersion: 1 })
        .lean<DeviceStateRecord[]>();
      return new Map(
        found.map(({ _id, lastHeartbeatAt: at, firmwareVersion }) => [_id, { at, firmwareVersion }]),
      );
    },
    async openUpgrades(refs) {
      const { organisationId, _id: routerInventoryId } = among(refs);
      const found = await upgrades.find({ organisationId, routerInventoryId, released: true }, OPEN).lean();
      return new Map(found.flatMap(openUpgrade).map((upgrade) => [upgrade.deviceId, upgrade]));
    },
    async writeStates(writes) {
      await deviceStates.bulkWrite(writes.map(stateWrite), { ordered: false });
    },
    async writeFirmware(changes) {
      await devices.bulkWrite(changes.map(firmwareWrite), { ordered: false });
      await organisations.updateMany(
        { _id: { $in: [...new Set(changes.map(({ device }) => device.organisationId))] } },
        { $inc: { firmwareRevision: 1 } },
      );
    },
    async writeUpgrades(writes, at) {
      // In order, because an upgrade may take two steps at once.
      const decided = new Set<number>();
      const operations = writes.map((write) => {
        const isFirst = !decided.has(write.upgrade.id);
        decided.add(write.upgrade.id);
        return upgradeWrite(write, isFirst, at);
      });
      const written = await upgrades.bulkWrite(operations, { ordered: true });
      return written.matchedCount;
    },
    async overdue(now, limit) {
      const found = await upgrades
        .find({ released: true, deadlineAt: { $lte: now }, status: { $in: [...RELEASED_STATUSES] } }, OPEN)
        .sort({ deadlineAt: 1 })
        .limit(limit)
        .lean();
      return found.flatMap(openUpgrade);
    },
  };
}

const OPEN = {
  organisationId: 1,
  routerInventoryId: 1,
  releaseId: 1,
  savePrevConfig: 1,
  version: 1,
  status: 1,
  attempts: 1,
  progress: 1,
  toldAt: 1,
  nextAttemptAt: 1,
  statusSince: 1,
  deadlineAt: 1,
} as const;

/** One, or none of a record that breaks the rule of a released status and a deadline: it must not hold up the others. */
function openUpgrade(record: Pick<UpgradeRecord, '_id' | keyof typeof OPEN>): OpenUpgrade[] {
  const status = shownStatus(record.status as StoredStatus);
  if (!isReleased(status) || record.deadlineAt === null) return [];
  const open = {
    id: record._id,
    organisationId: record.organisationId,
    deviceId: record.routerInventoryId,
    releaseId: record.releaseId,
    savePrevConfig: record.savePrevConfig,
    version: record.version,
    status,
    attempts: record.attempts,
    progress: record.progress,
    toldAt: record.toldAt,
    nextAttemptAt: record.nextAttemptAt,
    statusSince: record.statusSince,
    deadlineAt: record.deadlineAt,
  };
  return [open];
}

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

function firmwareWrite({
  device,
  firmwareVersion,
}: {
  device: KnownDevice;
  firmwareVersion: string;
}): AnyBulkWriteOperation<DeviceRecord> {
  const tagNames = device.tags.map((tag) => tag.name);
  const derived = deriveDevice({ ...device, id: device._id, tagNames, firmwareVersion });
  return {
    updateOne: {
      filter: { _id: device._id, organisationId: device.organisationId, revision: device.revision },
      update: { $set: { firmwareVersion, ...derived }, $inc: { revision: 1 } },
    },
  };
}

function upgradeWrite(
  { upgrade, change }: UpgradeWrite,
  isFirst: boolean,
  at: Date,
): AnyBulkWriteOperation<UpgradeRecord> {
  if (change.from !== change.to && !canTransition(change.from, change.to)) {
    throw new Error(`Upgrade ${upgrade.id}: nothing leads from ${change.from} to ${change.to}`);
  }
  return {
    updateOne: {
      filter: {
        _id: upgrade.id,
        organisationId: upgrade.organisationId,
        status: storedStatus(change.from),
        ...(isFirst ? { deadlineAt: upgrade.deadlineAt } : {}),
      },
      update: {
        $set: {
          ...change.set,
          status: storedStatus(change.to),
          released: isReleased(change.to),
          updatedAt: at,
        },
      },
    },
  };
}
