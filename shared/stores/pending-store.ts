import type { AnyBulkWriteOperation } from 'mongoose';
import { upgradeSearchText } from '../domain/upgrade-search.js';
import type { Models } from '../models/models.js';
import type { ScheduleRecord } from '../models/schedule.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { duplicateKeys } from './duplicate-keys.js';
import type { IdSource } from './ids.js';
import type { TargetDevice } from './target-store.js';

/** What came of one device: its pending upgrade was made, or the one it had now says the same. */
export type PendingOutcome = 'created' | 'updated';

type Held = Pick<UpgradeRecord, 'routerInventoryId' | 'scheduleId' | 'createdAt'>;

export interface PendingStore {
  /**
   * Gives each device a pending upgrade of this schedule: a new one, or the pending one it has, changed, unless a
   * later schedule has it already. Outcomes in the order of the devices. At most 1,000 devices; three round trips,
   * four when some have one already, and one more for those that got one from somebody else meanwhile.
   */
  put(
    schedule: ScheduleRecord,
    devices: readonly TargetDevice[],
    at: Date,
  ): Promise<{ outcomes: PendingOutcome[]; left: number[] }>;
  /**
   * Adds upgrades for devices that came later; one that is pending already or has been in this schedule stays as it
   * is. At most 1,000 devices; two round trips.
   */
  add(schedule: ScheduleRecord, devices: readonly TargetDevice[], at: Date): Promise<void>;
}

/** Pending upgrades: at most one a device, held by a unique index, whatever runs at once. */
export function createPendingStore(models: Models, ids: IdSource): PendingStore {
  const { upgrades } = models;

  /** Inserts and gives the devices that had one already. */
  async function insert(
    schedule: ScheduleRecord,
    devices: readonly TargetDevice[],
    at: Date,
  ): Promise<TargetDevice[]> {
    if (devices.length === 0) return [];
    const first = await ids.reserve('upgrades', devices.length);
    const records = devices.map((device, index) => pendingRecord(first + index, schedule, device, at));
    try {
      await upgrades.collection.insertMany(records as never[], { ordered: false });
      return [];
    } catch (error) {
      return duplicateKeys(error).flatMap((index) => devices[index] ?? []);
    }
  }

  /** The pending upgrades of these devices, by device. */
  async function pendingOf(
    organisationId: number,
    devices: readonly TargetDevice[],
  ): Promise<Map<number, Held>> {
    const held = await upgrades
      .find(
        { organisationId, routerInventoryId: { $in: devices.map((device) => device._id) }, status: '' },
        { routerInventoryId: 1, scheduleId: 1, createdAt: 1 },
      )
      .lean<Held[]>();
    return new Map(held.map((upgrade) => [upgrade.routerInventoryId, upgrade]));
  }

  async function take(
    schedule: ScheduleRecord,
    devices: readonly TargetDevice[],
    held: ReadonlyMap<number, Held>,
    at: Date,
  ): Promise<void> {
    if (devices.length === 0) return;
    const { organisationId } = schedule;
    const changes = devices.map((device): AnyBulkWriteOperation<UpgradeRecord> => ({
      updateOne: {
        filter: {
          organisationId,
          routerInventoryId: device._id,
          status: '',
          scheduleId: { $lt: schedule._id },
        },
        update: { $set: pendingFields(schedule, device, held.get(device._id)?.createdAt ?? at, at) },
      },
    }));
    await upgrades.bulkWrite(changes, { ordered: false });
  }

  return {
    async put(schedule, devices, at) {
      const held = await pendingOf(schedule.organisationId, devices);
      const without = devices.filter((device) => !held.has(device._id));
      const raced = await insert(schedule, without, at);
      if (raced.length > 0) {
        for (const [id, upgrade] of await pendingOf(schedule.organisationId, raced)) held.set(id, upgrade);
      }
      const changed = devices.filter((device) => held.has(device._id));
      await take(schedule, changed, held, at);
      return {
        outcomes: devices.map((device) => (held.has(device._id) ? 'updated' : 'created')),
        left: [...new Set([...held.values()].map((upgrade) => upgrade.scheduleId))].filter(
          (id) => id !== schedule._id,
        ),
      };
    },
    async add(schedule, devices, at) {
      await insert(schedule, devices, at);
    },
  };
}

function pendingFields(schedule: ScheduleRecord, device: TargetDevice, createdAt: Date, at: Date) {
  const { version, releaseId, upgradeType, scheduleType, timeZone, savePrevConfig, dueAt } = schedule;
  const fields = { version, releaseId, upgradeType, scheduleType, timeZone, savePrevConfig, dueAt };
  const searched = {
    ...fields,
    routerInventoryId: device._id,
    macId: device.macId,
    deviceName: device.name,
    createdAt,
  };
  return {
    ...fields,
    scheduleId: schedule._id,
    deviceName: device.name,
    locationNetworkId: device.locationNetworkId,
    updatedAt: at,
    searchText: upgradeSearchText(searched),
  };
}

function pendingRecord(_id: number, schedule: ScheduleRecord, device: TargetDevice, at: Date): UpgradeRecord {
  return {
    _id,
    organisationId: schedule.organisationId,
    routerInventoryId: device._id,
    macId: device.macId,
    ...pendingFields(schedule, device, at, at),
    status: '',
    released: false,
    statusSince: at,
    deadlineAt: null,
    toldAt: null,
    nextAttemptAt: null,
    attempts: 0,
    progress: null,
    message: null,
    createdAt: at,
  };
}
