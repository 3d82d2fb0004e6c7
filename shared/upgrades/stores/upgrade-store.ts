import type { ClientSession, QueryFilter } from 'mongoose';
import type { AuditEntry, Author } from '../../audit/domain/audit-entry.js';
import { addToBulkEntry, writeEntries } from '../../audit/stores/write-entries.js';
import type { Scope } from '../../access/domain/access.js';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { ConflictError, type Transact } from '../../platform/mongo/transaction.js';
import {
  DISPATCHED_STATUSES,
  shownStatus,
  type StoredStatus,
  type UpgradeStatus,
} from '../domain/upgrade-status.js';
import { upgradeEntry } from '../domain/upgrade-entries.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { countDeleted } from './count-changes.js';
import { isCounted, LEAVING, recordDeletions, type Leaving } from './deletion-records.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import type { ScheduleRef } from './schedule-store.js';
import { renameUpgrades, type NamedDevice } from './upgrade-names.js';

export type DeletedUpgrade = Pick<UpgradeRecord, 'scheduleId' | 'routerInventoryId'>;

/** Enough to show the state of a fleet. Without a limit, a million would be read four times a minute. */
const MAX_COUNTED = 100_000;
const EVER = { $gt: new Date(0) };

/** Writes what the audit log has of a deletion, in its transaction. */
type LogDeletion = (count: number, session: ClientSession) => Promise<void>;

/** Upgrades as callers see them. An upgrade has the network of its device, so the scope of devices applies to it. */
export function createUpgradeStore(models: UpgradeModels, transact: Transact) {
  const { upgrades } = models;

  /** @param log writes what the audit log has of a deletion; null for none */
  async function deleteAll(
    scope: Scope,
    leaving: readonly Leaving[],
    at: Date,
    log: LogDeletion | null,
  ): Promise<number> {
    const counted = leaving.filter(isCounted);
    const others = leaving.filter((upgrade) => !isCounted(upgrade));
    let deleted = 0;
    if (others.length > 0) {
      await recordDeletions(models, others, at);
      deleted += await deleteOthers(scope, others, log);
    }
    for (const upgrade of counted) if (await deleteCounted(scope, upgrade, at, log)) deleted += 1;
    return deleted;
  }

  async function deleteOthers(
    scope: Scope,
    others: readonly Leaving[],
    log: LogDeletion | null,
  ): Promise<number> {
    return transact(scope.organisationId, async (session) => {
      const current =
        others.length === 1
          ? others
          : await upgrades
              .find(asRead(scope, others), LEAVING, { session, batchSize: ONE_ANSWER })
              .lean<Leaving[]>();
      if (current.length === 0) return 0;
      const { deletedCount } = await upgrades.deleteMany(asRead(scope, current), { session });
      if (deletedCount === 0) return 0;
      if (deletedCount !== current.length) throw new ConflictError();
      await countDeleted(models, current, session);
      await log?.(deletedCount, session);
      return deletedCount;
    });
  }

  /** Deletes an upgrade that a rollout counts, in one transaction with the record by which the rollout counts it. */
  function deleteCounted(
    scope: Scope,
    upgrade: Leaving,
    at: Date,
    log: LogDeletion | null,
  ): Promise<boolean> {
    return transact(scope.organisationId, async (session) => {
      const current = await upgrades.findOne(asRead(scope, [upgrade]), LEAVING, { session }).lean<Leaving>();
      if (!current) return false;
      await recordDeletions(models, [current], at, session);
      const { deletedCount } = await upgrades.deleteOne(asRead(scope, [current]), { session });
      if (deletedCount === 0) throw new ConflictError();
      await countDeleted(models, [current], session);
      await log?.(1, session);
      return true;
    });
  }

  return {
    /** Gives the upgrades of at most 1,000 devices, also those that have ended, the names of their devices. */
    rename: (devices: readonly NamedDevice[], at: Date, session: ClientSession): Promise<void> =>
      renameUpgrades(models, devices, at, session),
    async find(scope: Scope, id: number): Promise<UpgradeRecord | null> {
      return upgrades.findOne({ ...deviceScope(scope), _id: id }).lean();
    },
    /** How many upgrades of an organisation were offered to their devices in a range, at most so many. */
    async countOffered(
      organisationId: number,
      { from, to }: { readonly from: Date; readonly to: Date },
      most: number,
    ): Promise<number> {
      return upgrades.countDocuments(
        // An offer is a change of the upgrade.
        { organisationId, updatedAt: { $gte: from }, offeredAt: { $gte: from, $lte: to } },
        { hint: 'sort_updated', limit: most },
      );
    },
    /**
     * Counts the upgrades of all organisations that have not ended, by status as shown. Reads at most `limit` pending
     * ones, the first to fall due, and as many others, the first to reach their deadline.
     * @param limit 100,000 unless given
     */
    async openCounts(limit: number = MAX_COUNTED): Promise<Map<UpgradeStatus, number>> {
      const [pending, inFlight] = await Promise.all([
        upgrades.countDocuments({ status: '', dueAt: EVER }, { hint: 'pending_due', limit }),
        upgrades.aggregate<{ _id: StoredStatus; count: number }>(
          [
            { $match: { inFlight: true, deadlineAt: EVER } },
            { $limit: limit },
            { $group: { _id: '$status', count: { $sum: 1 } } },
          ],
          { hint: 'deadline_id' },
        ),
      ]);
      const counts = new Map<UpgradeStatus, number>([['Pending', pending]]);
      for (const status of DISPATCHED_STATUSES) counts.set(status, 0);
      for (const { _id, count } of inFlight) counts.set(shownStatus(_id), count);
      return counts;
    },
    /** The given upgrades that are in scope, by id. */
    async byIds(scope: Scope, ids: readonly number[]): Promise<UpgradeRecord[]> {
      return upgrades
        .find({ ...deviceScope(scope), _id: { $in: [...ids] } })
        .sort({ _id: 1 })
        .lean();
    },
    /**
     * Deletes the upgrade if it is in scope and pending, and returns it as it was; null otherwise. Its schedules do not
     * give the device another one. The delete is conditional, and is tried again if the upgrade changed in between.
     */
    async deletePending(scope: Scope, id: number, at: Date, author: Author): Promise<DeletedUpgrade | null> {
      for (;;) {
        const found = await upgrades.findOne({ ...deviceScope(scope), _id: id, status: '' }).lean();
        if (!found) return null;
        const entry = upgradeEntry(found, null, at, author);
        const log: LogDeletion = (_count, session) => writeEntries(models, [entry], session);
        if ((await deleteAll(scope, [found], at, log)) === 1) return found;
      }
    },
    /** Whether a schedule has pending upgrades in scope. */
    async hasPending(scope: Scope, { _id: scheduleId, organisationId }: ScheduleRef): Promise<boolean> {
      const filter = { ...deviceScope(scope), organisationId, scheduleId, status: '' } as const;
      const found = await upgrades.findOne(filter, { _id: 1 }).hint('organisation_schedule_id').lean();
      return found !== null;
    },
    /**
     * Deletes all pending upgrades of a schedule that are in scope, and returns their number.
     * @param entry of the audit log, which each transaction adds to; null where the schedule is cancelled itself
     */
    async deletePendingOf(
      scope: Scope,
      { _id: scheduleId, organisationId }: ScheduleRef,
      at: Date,
      entry: AuditEntry | null = null,
    ): Promise<number> {
      const log: LogDeletion = (count, session) =>
        entry === null ? Promise.resolve() : addToBulkEntry(models, entry, { count, names: [] }, session);
      let [deleted, last] = [0, 0];
      for (;;) {
        const batch = await upgrades
          .find(
            { ...deviceScope(scope), organisationId, scheduleId, status: '', _id: { $gt: last } },
            LEAVING,
          )
          .hint('organisation_schedule_id')
          .sort({ _id: 1 })
          .limit(BATCH)
          .batchSize(ONE_ANSWER)
          .lean<Leaving[]>();
        if (batch.length === 0) return deleted;
        deleted += await deleteAll(scope, batch, at, entry && log);
        last = batch.at(-1)?._id ?? last;
      }
    },
  };
}

/** Pending, in the scope and of the same schedule as when it was read. */
function asRead(scope: Scope, read: readonly Leaving[]): QueryFilter<UpgradeRecord> {
  return {
    ...deviceScope(scope),
    _id: { $in: read.map(({ _id }) => _id) },
    scheduleId: { $in: [...new Set(read.map(({ scheduleId }) => scheduleId))] },
    status: '',
  };
}
