import type { AnyBulkWriteOperation } from 'mongoose';
import { storedStatus, isReleased, type UpgradeStatus } from '../domain/upgrade-status.js';
import type { Models } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { duplicateKeys } from './duplicate-keys.js';

const BATCH = 1000;

/** What the worker reads of a pending upgrade. */
export type DueUpgrade = Pick<
  UpgradeRecord,
  '_id' | 'organisationId' | 'routerInventoryId' | 'scheduleId' | 'version' | 'dueAt'
>;

const DUE = { organisationId: 1, routerInventoryId: 1, scheduleId: 1, version: 1, dueAt: 1 } as const;

/** What becomes of one pending upgrade at its time. */
export interface DueDecision {
  readonly upgrade: DueUpgrade;
  readonly to: Extract<UpgradeStatus, 'Queued' | 'Skipped' | 'Cancelled'>;
  readonly message: string | null;
  readonly deadlineAt: Date | null;
}

export interface ReleaseStore {
  /** Pending upgrades of a schedule after an id, at most 1,000. One round trip. */
  pendingOf(scheduleId: number, afterId: number): Promise<DueUpgrade[]>;
  /** Pending upgrades whose time came before `dueBefore`, of whatever schedule, after an id, at most 1,000. One round trip. */
  overduePending(dueBefore: Date, afterId: number): Promise<DueUpgrade[]>;
  /**
   * Writes the decisions, each on the condition that its upgrade is still pending, due, and of the schedule that it
   * was decided by. Gives those that could not be queued because their device has another released upgrade. One
   * round trip.
   */
  release(decisions: readonly DueDecision[], now: Date): Promise<DueDecision[]>;
  /**
   * Cancels what these devices have Queued, because a newer upgrade of theirs is due: only an older one, so that a
   * second worker that comes late does not cancel the newer itself. One round trip.
   */
  replaceQueued(decisions: readonly DueDecision[], now: Date): Promise<void>;
}

/** The worker's side of pending upgrades: from Pending to Queued, Skipped or Cancelled, a thousand in one write. */
export function createReleaseStore({ upgrades }: Models): ReleaseStore {
  return {
    async pendingOf(scheduleId, afterId) {
      return upgrades
        .find({ scheduleId, status: '', _id: { $gt: afterId } }, DUE)
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean<DueUpgrade[]>();
    },
    async overduePending(dueBefore, afterId) {
      return upgrades
        .find({ status: '', dueAt: { $lte: dueBefore }, _id: { $gt: afterId } }, DUE)
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean<DueUpgrade[]>();
    },
    async release(decisions, now) {
      if (decisions.length === 0) return [];
      try {
        await upgrades.bulkWrite(
          decisions.map((decision) => write(decision, now)),
          { ordered: false },
        );
        return [];
      } catch (error) {
        return duplicateKeys(error).flatMap((index) => decisions[index] ?? []);
      }
    },
    async replaceQueued(decisions, now) {
      await upgrades.bulkWrite(
        decisions.map(({ upgrade }): AnyBulkWriteOperation<UpgradeRecord> => ({
          updateOne: {
            filter: {
              _id: { $lt: upgrade._id },
              organisationId: upgrade.organisationId,
              routerInventoryId: upgrade.routerInventoryId,
              released: true,
              status: 'Queued',
            },
            update: { $set: { ...ended('Cancelled', now), message: `Replaced by upgrade ${upgrade._id}` } },
          },
        })),
        { ordered: false },
      );
    },
  };
}

function write(
  { upgrade, to, message, deadlineAt }: DueDecision,
  now: Date,
): AnyBulkWriteOperation<UpgradeRecord> {
  const set = isReleased(to)
    ? { status: storedStatus(to), released: true, statusSince: now, updatedAt: now, deadlineAt, message }
    : { ...ended(to, now), message };
  return {
    updateOne: {
      filter: {
        _id: upgrade._id,
        organisationId: upgrade.organisationId,
        scheduleId: upgrade.scheduleId,
        status: '',
        dueAt: { $lte: now },
      },
      update: { $set: set },
    },
  };
}

/** The fields of every upgrade that is over. */
export function ended(to: UpgradeStatus, now: Date) {
  return {
    status: storedStatus(to),
    released: false,
    statusSince: now,
    updatedAt: now,
    deadlineAt: null,
    nextAttemptAt: null,
  };
}
