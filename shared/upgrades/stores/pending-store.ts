import type { AnyBulkWriteOperation } from 'mongoose';
import { duplicateKeys, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import { LEFT } from './membership.js';
import {
  pendingFields,
  pendingRecord,
  takenOver,
  termsOf,
  type PendingSchedule,
  type RolloutTermsOf,
} from './pending-fields.js';
import { recordTexts } from './record-texts.js';
import type { ScheduleRef } from './schedule-store.js';
import type { TargetDevice } from './target-store.js';
import { haveMoved, followDevices } from './upgrade-networks.js';

/** The outcome for one device: its pending upgrade was created, or its existing one changed. */
export type PendingOutcome = 'created' | 'updated';

type Held = Pick<UpgradeRecord, 'routerInventoryId' | 'scheduleId' | 'createdAt' | keyof typeof LEFT>;

export type PendingStore = ReturnType<typeof createPendingStore>;

/** A device whose writes violate a unique index this many times has an upgrade that this schedule has dispatched. */
const MAX_CONFLICTS = 4;

/** The devices whose upgrades a write did not make as it should. */
interface Unwritten {
  /** A unique index refused the upgrade of these devices. */
  readonly refused: readonly TargetDevice[];
  /** The pending upgrade of at least one of these devices was no longer that of the schedule that it was read with. */
  readonly changed: readonly TargetDevice[];
}

const NONE: Unwritten = { refused: [], changed: [] };

/** Pending upgrades: a unique index allows at most one for each device. */
export function createPendingStore(models: UpgradeModels, ids: IdSource) {
  const { upgrades, deletedUpgrades } = models;

  /** Inserts upgrades of devices that have none. */
  async function insert(
    schedule: PendingSchedule,
    devices: readonly TargetDevice[],
    at: Date,
    rolloutTermsOf?: RolloutTermsOf,
  ): Promise<Unwritten> {
    if (devices.length === 0) return NONE;
    const first = await ids.reserve('upgrades', devices.length);
    const records = devices.map((device, index) =>
      pendingRecord(first + index, schedule, device, at, rolloutTermsOf?.(device)),
    );
    try {
      await upgrades.collection.insertMany(records as never[], { ordered: false });
      return NONE;
    } catch (error) {
      return { ...NONE, refused: atIndexes(devices, duplicateKeys(error)) };
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
        { routerInventoryId: 1, scheduleId: 1, createdAt: 1, ...LEFT },
        { batchSize: ONE_ANSWER },
      )
      .lean<Held[]>();
    return new Map(held.map((upgrade) => [upgrade.routerInventoryId, upgrade]));
  }

  /** Changes the pending upgrades of older schedules, which all these devices have. */
  async function take(
    schedule: PendingSchedule,
    devices: readonly TargetDevice[],
    held: ReadonlyMap<number, Held>,
    at: Date,
    rolloutTermsOf?: RolloutTermsOf,
  ): Promise<Unwritten> {
    if (devices.length === 0) return NONE;
    const { organisationId } = schedule;
    const changes = devices.flatMap((device) => {
      const former = held.get(device._id);
      if (!former) return [];
      const { scheduleId, createdAt } = former;
      const filter = { organisationId, routerInventoryId: device._id, status: '' as const, scheduleId };
      const rolloutTerms = rolloutTermsOf?.(device) ?? null;
      const set = pendingFields(termsOf(schedule, rolloutTerms), device, createdAt, at);
      const update = takenOver(former, set, rolloutTerms?.membership ?? null);
      return [{ filter, update, after: { ...filter, ...set } }];
    });
    await recordTexts(
      models,
      changes.map(({ after }) => after),
      at,
    );
    const writes = changes.map(({ filter, update }): AnyBulkWriteOperation<UpgradeRecord> => ({
      updateOne: { filter, update },
    }));
    try {
      const { matchedCount } = await upgrades.bulkWrite(writes, { ordered: false });
      return { ...NONE, changed: matchedCount === devices.length ? [] : devices };
    } catch (error) {
      return { refused: atIndexes(devices, duplicateKeys(error)), changed: devices };
    }
  }

  return {
    /**
     * Gives each device a pending upgrade of this schedule: creates one, or changes the existing one unless it belongs to
     * a later schedule. A device that already has an upgrade of this schedule, in any status, is not changed. Returns the
     * outcomes in the order of the devices, at most 1,000.
     * @param rolloutTermsOf for the schedule of a rollout
     */
    async put(
      schedule: PendingSchedule,
      devices: readonly TargetDevice[],
      at: Date,
      rolloutTermsOf?: RolloutTermsOf,
    ): Promise<PendingOutcome[]> {
      const outcomes = new Map<number, PendingOutcome>();
      const conflicts = new Map<number, number>();
      let open = devices;
      // Ends: a pending upgrade changes only to one of a later schedule, so each round is one of another request or a
      // conflict.
      while (open.length > 0) {
        const held = await pendingOf(schedule.organisationId, open);
        for (const { _id } of open) {
          const owner = held.get(_id)?.scheduleId;
          if (owner === undefined) outcomes.set(_id, 'created');
          else if (owner !== schedule._id || !outcomes.has(_id)) outcomes.set(_id, 'updated');
        }
        const older = open.filter(({ _id }) => (held.get(_id)?.scheduleId ?? Infinity) < schedule._id);
        const without = open.filter(({ _id }) => !held.has(_id));
        const inserted = await insert(schedule, without, at, rolloutTermsOf);
        const taken = await take(schedule, older, held, at, rolloutTermsOf);
        for (const { _id } of [...inserted.refused, ...taken.refused])
          conflicts.set(_id, (conflicts.get(_id) ?? 0) + 1);
        open = [...inserted.refused, ...taken.changed].filter(
          ({ _id }) => (conflicts.get(_id) ?? 0) < MAX_CONFLICTS,
        );
      }
      const networks = new Map(devices.map((device) => [device._id, device.locationNetworkId]));
      if (await haveMoved(models, schedule.organisationId, networks))
        await followDevices(models, schedule.organisationId, [...networks.keys()], at);
      return devices.map(({ _id }) => outcomes.get(_id) ?? 'updated');
    },
    /** Those of at most 1,000 devices that a later request has upgrades for, in any status. */
    async requestedLater(schedule: ScheduleRef, devices: readonly TargetDevice[]): Promise<Set<number>> {
      const later = await upgrades.distinct('routerInventoryId', {
        organisationId: schedule.organisationId,
        routerInventoryId: { $in: devices.map((device) => device._id) },
        scheduleId: { $gt: schedule._id },
      });
      return new Set(later);
    },
    /**
     * Those of at most 1,000 devices whose upgrade of this schedule was deleted by a caller or taken over by another
     * schedule: the schedule must not give them another one.
     */
    async withdrawn(
      { _id, organisationId }: ScheduleRef,
      devices: readonly TargetDevice[],
    ): Promise<Set<number>> {
      const among = { organisationId, routerInventoryId: { $in: devices.map((device) => device._id) } };
      const found = await Promise.all([
        upgrades.distinct('routerInventoryId', { ...among, formerScheduleIds: _id }),
        deletedUpgrades.distinct('routerInventoryId', { ...among, scheduleIds: _id }),
      ]);
      return new Set(found.flat());
    },
  };
}

function atIndexes(devices: readonly TargetDevice[], indexes: readonly number[]): TargetDevice[] {
  return indexes.flatMap((index) => devices[index] ?? []);
}
