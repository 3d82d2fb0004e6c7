import type mongoose from 'mongoose';
import type { AnyBulkWriteOperation } from 'mongoose';
import { duplicateKeys, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { Scope } from '../../access/domain/access.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import type { Change, DispatchedUpgrade } from '../domain/upgrade-change.js';
import { isDispatched, DISPATCHED_STATUSES, shownStatus, storedStatus } from '../domain/upgrade-status.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { MEMBERSHIP } from './membership.js';
import type { ScheduleRef } from './schedule-store.js';
import { transition } from './transition.js';
import { amongDevices, type DeviceRef } from '../../inventory/stores/device-ref.js';

export interface OpenUpgrade extends DispatchedUpgrade {
  readonly organisationId: number;
  readonly deviceId: number;
  readonly releaseId: number;
  readonly savePrevConfig: boolean;
}

export interface UpgradeWrite {
  readonly upgrade: OpenUpgrade;
  readonly change: Change;
}

export type OpenUpgradeStore = ReturnType<typeof createOpenUpgradeStore>;

/** Upgrades from Queued to Verifying, which devices and deadlines change. */
export function createOpenUpgradeStore({ upgrades }: UpgradeModels) {
  /** Ends an upgrade that cannot be Pending again, because a later request has given its device a pending one. */
  async function replace(
    { id, organisationId, deadlineAt, status }: OpenUpgrade,
    at: Date,
  ): Promise<boolean> {
    const filter = { _id: id, organisationId, deadlineAt };
    const set = { at, message: 'Replaced by a later request', cause: 'replaced' } as const;
    const { filter: where, update } =
      status === 'Downloading'
        ? transition('Downloading', 'Cancelled', 'recalled', filter, set)
        : transition('Queued', 'Cancelled', 'replaced', filter, set);
    return (await upgrades.updateOne(where, update)).matchedCount === 1;
  }

  return {
    /** The dispatched upgrade of each device that has one, by device. */
    async of(refs: readonly DeviceRef[]): Promise<Map<number, OpenUpgrade>> {
      const { organisationId, _id: routerInventoryId } = amongDevices(refs);
      const found = await upgrades
        .find({ organisationId, routerInventoryId, inFlight: true }, OPEN)
        .batchSize(ONE_ANSWER)
        .lean();
      return new Map(found.flatMap(openUpgrade).map((upgrade) => [upgrade.deviceId, upgrade]));
    },
    /**
     * Makes each write conditional on the status it leaves, and the first of each upgrade also on the deadline that was
     * read: a report that arrived since has moved it, and a decision made without that report must not be written.
     * An upgrade that would be Pending again beside a pending upgrade of its device is Cancelled as replaced instead.
     * @returns how many took effect
     * @throws Error when one is not in the table of transitions; then none is written
     */
    async write(writes: readonly UpgradeWrite[], at: Date): Promise<number> {
      // In order, because an upgrade may take two steps at once.
      const decided = new Set<number>();
      const operations = writes.map((write) => {
        const isFirst = !decided.has(write.upgrade.id);
        decided.add(write.upgrade.id);
        return upgradeWrite(write, isFirst, at);
      });
      let written = 0;
      for (let next = 0; next < operations.length;) {
        try {
          return written + (await upgrades.bulkWrite(operations.slice(next), { ordered: true })).matchedCount;
        } catch (error) {
          const [refused] = duplicateKeys(error);
          const write = writes[next + (refused ?? 0)];
          if (refused === undefined || write === undefined) throw error;
          written += (error as mongoose.mongo.MongoBulkWriteError).matchedCount;
          next += refused + 1;
          if (await replace(write.upgrade, at)) written += 1;
        }
      }
      return written;
    },
    /**
     * Calls back the downloads of the devices of a schedule, within a scope: devices that download or were offered the
     * upgrade have to stop, and others are not offered it.
     */
    async recall(scope: Scope, { _id: scheduleId, organisationId }: ScheduleRef, at: Date): Promise<void> {
      await upgrades.updateMany(
        {
          ...deviceScope(scope),
          organisationId,
          scheduleId,
          status: { $in: ['Queued', 'Downloading'] },
          inFlight: true,
        },
        { $set: { isRecalled: true, updatedAt: at } },
        { hint: 'organisation_schedule_id' },
      );
    },
    /** Dispatched upgrades whose stored deadline has passed, the most overdue first; those that follow `after`, if given. */
    async overdue(now: Date, limit: number, after: OpenUpgrade | null): Promise<OpenUpgrade[]> {
      const due = (range: object, most: number) =>
        upgrades
          .find({ inFlight: true, status: { $in: [...DISPATCHED_STATUSES] }, ...range }, OPEN)
          .sort({ deadlineAt: 1, _id: 1 })
          .limit(most)
          .batchSize(most + 1)
          .lean();
      if (after === null) return (await due({ deadlineAt: { $lte: now } }, limit)).flatMap(openUpgrade);
      const { deadlineAt, id } = after;
      const same = await due({ deadlineAt, _id: { $gt: id } }, limit);
      const left = limit - same.length;
      const later = left > 0 ? await due({ deadlineAt: { $gt: deadlineAt, $lte: now } }, left) : [];
      const found = [...same, ...later];
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
  offeredAt: 1,
  nextAttemptAt: 1,
  statusSince: 1,
  deadlineAt: 1,
  isRecalled: 1,
  ...MEMBERSHIP,
} as const;

/** Skips a record without a dispatched status or a deadline, so that it does not block the others. */
function openUpgrade({
  _id: id,
  routerInventoryId: deviceId,
  ...record
}: Pick<UpgradeRecord, '_id' | keyof typeof OPEN>): OpenUpgrade[] {
  const status = shownStatus(record.status);
  const { deadlineAt } = record;
  return isDispatched(status) && deadlineAt !== null ? [{ ...record, id, deviceId, status, deadlineAt }] : [];
}

function upgradeWrite(
  { upgrade, change }: UpgradeWrite,
  isFirst: boolean,
  at: Date,
): AnyBulkWriteOperation<UpgradeRecord> {
  const { from, to, event, set } = change;
  const filter = {
    _id: upgrade.id,
    organisationId: upgrade.organisationId,
    ...(isFirst ? { deadlineAt: upgrade.deadlineAt } : {}),
  };
  if (event !== null) return { updateOne: transition(from, to, event, filter, { ...set, at }) };
  return {
    updateOne: {
      filter: { ...filter, status: storedStatus(from) },
      update: { $set: { ...set, updatedAt: at } },
    },
  };
}
