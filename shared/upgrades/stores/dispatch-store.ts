import type { AnyBulkWriteOperation, QueryFilter } from 'mongoose';
import { BATCH, duplicateKeys, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { BEGUN_STATUSES, type Transition } from '../domain/upgrade-status.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import type { ScheduleRef } from './schedule-store.js';
import { transition } from './transition.js';

/** What the worker reads of a pending upgrade. */
export type DueUpgrade = Pick<
  UpgradeRecord,
  '_id' | 'organisationId' | 'routerInventoryId' | 'scheduleId' | 'version' | 'releaseId' | 'dueAt'
>;

const DUE = {
  organisationId: 1,
  routerInventoryId: 1,
  scheduleId: 1,
  version: 1,
  releaseId: 1,
  dueAt: 1,
} as const;

type FromPending = Extract<Transition, { from: 'Pending' }>;

/** A status after Pending together with an event that leads to it. */
export type DueTransition<Row = FromPending> = Row extends FromPending ? Pick<Row, 'to' | 'event'> : never;

/** The decision on one pending upgrade at its due time. */
export type DueDecision = DueTransition & {
  readonly upgrade: DueUpgrade;
  readonly message: string | null;
  readonly deadlineAt: Date | null;
};

/** Dispatch of pending upgrades: from Pending to Queued, Skipped or Cancelled, a thousand in one write. */
export function createDispatchStore({ upgrades }: UpgradeModels) {
  return {
    /** Pending upgrades of a schedule after an id, at most 1,000. */
    async pendingOf(
      { _id: scheduleId, organisationId }: ScheduleRef,
      afterId: number,
    ): Promise<DueUpgrade[]> {
      return upgrades
        .find({ organisationId, scheduleId, status: '', _id: { $gt: afterId } }, DUE)
        .hint('organisation_schedule_id')
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<DueUpgrade[]>();
    },
    /**
     * Pending upgrades whose time came before `dueBefore`, the oldest time first, after one of them, at most 1,000; those
     * of some schedules are left out.
     */
    async overduePending(
      dueBefore: Date,
      after: DueUpgrade | null,
      exceptOf: readonly number[],
    ): Promise<DueUpgrade[]> {
      const others = exceptOf.length === 0 ? {} : { scheduleId: { $nin: [...exceptOf] } };
      const find = (filter: QueryFilter<UpgradeRecord>, limit: number) =>
        upgrades
          .find({ status: '', ...others, ...filter }, DUE)
          .sort({ dueAt: 1, _id: 1 })
          .limit(limit)
          .batchSize(ONE_ANSWER)
          .lean<DueUpgrade[]>();
      if (after === null) return find({ dueAt: { $lte: dueBefore } }, BATCH);
      // Two ranges of the index instead of one condition with `or`, which no index answers in order.
      const sameTime = await find({ dueAt: after.dueAt, _id: { $gt: after._id } }, BATCH);
      if (sameTime.length === BATCH) return sameTime;
      const later = await find({ dueAt: { $gt: after.dueAt, $lte: dueBefore } }, BATCH - sameTime.length);
      return [...sameTime, ...later];
    },
    /** The devices of these upgrades that have begun another upgrade, which must not be replaced. */
    async begunDevices(due: readonly DueUpgrade[]): Promise<Set<number>> {
      const begun = await upgrades
        .find(
          {
            organisationId: { $in: [...new Set(due.map((upgrade) => upgrade.organisationId))] },
            routerInventoryId: { $in: due.map((upgrade) => upgrade.routerInventoryId) },
            inFlight: true,
            status: { $in: BEGUN_STATUSES },
          },
          { routerInventoryId: 1 },
        )
        .batchSize(ONE_ANSWER)
        .lean();
      return new Set(begun.map((upgrade) => upgrade.routerInventoryId));
    },
    /**
     * Writes each decision on the condition that its upgrade is still pending and due, and has the schedule and version
     * it was read with. Returns the upgrades that could not be queued because their device has another dispatched
     * upgrade.
     */
    async write(decisions: readonly DueDecision[], now: Date): Promise<DueDecision[]> {
      if (decisions.length === 0) return [];
      const alike = groupAlike(decisions);
      const mixed = await refused(
        upgrades,
        alike.map((group) => writeAll(group, now)),
      );
      // A device with another upgrade stops the write of its whole group; such a group is written one by one.
      const apart = mixed.flatMap((index) => alike[index] ?? []);
      const busy = await refused(
        upgrades,
        apart.map((decision) => writeAll([decision], now)),
      );
      return busy.flatMap((index) => apart[index] ?? []);
    },
    /**
     * Cancels the Queued upgrades of these devices, because newer ones are due. Only older upgrades are cancelled, so
     * that a second, late worker does not cancel the newer one itself.
     */
    async replaceQueued(decisions: readonly DueDecision[], now: Date): Promise<void> {
      await upgrades.bulkWrite(
        decisions.map(({ upgrade: { _id, organisationId, routerInventoryId } }) => {
          const older = { organisationId, routerInventoryId, _id: { $lt: _id } };
          const set = { at: now, message: `Replaced by upgrade ${_id}` };
          return { updateOne: transition('Queued', 'Cancelled', 'replaced', older, set) };
        }),
        { ordered: false },
      );
    },
  };
}

/** Decisions that share one write, by schedule. */
function groupAlike(decisions: readonly DueDecision[]): DueDecision[][] {
  const groups = new Map<string, DueDecision[]>();
  for (const decision of decisions) {
    const { upgrade, to, event, message, deadlineAt } = decision;
    const { organisationId, scheduleId, version } = upgrade;
    const key = JSON.stringify([organisationId, scheduleId, version, to, event, message, deadlineAt]);
    const group = groups.get(key);
    if (group) group.push(decision);
    else groups.set(key, [decision]);
  }
  return [...groups.values()];
}

function writeAll(alike: readonly DueDecision[], now: Date): AnyBulkWriteOperation<UpgradeRecord> {
  const [{ upgrade, to, event, message, deadlineAt }] = alike as readonly [DueDecision];
  const filter = {
    _id: { $in: alike.map((decision) => decision.upgrade._id) },
    organisationId: upgrade.organisationId,
    scheduleId: upgrade.scheduleId,
    version: upgrade.version,
    dueAt: { $lte: now },
  };
  return { updateMany: transition('Pending', to, event, filter, { at: now, deadlineAt, message }) };
}

/** Writes all of them, and returns the indexes of those that another dispatched upgrade of the device prevents. */
async function refused(
  upgrades: UpgradeModels['upgrades'],
  writes: AnyBulkWriteOperation<UpgradeRecord>[],
): Promise<number[]> {
  if (writes.length === 0) return [];
  try {
    await upgrades.bulkWrite(writes, { ordered: false });
    return [];
  } catch (error) {
    return duplicateKeys(error);
  }
}
