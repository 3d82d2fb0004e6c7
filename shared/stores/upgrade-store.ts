import type { Scope } from '../domain/access.js';
import {
  RELEASED_STATUSES,
  shownStatus,
  type StoredStatus,
  type UpgradeStatus,
} from '../domain/upgrade-status.js';
import type { Models } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { deviceScope } from './device-scope.js';

/** Enough to see where a fleet is; a million would be read four times a minute. */
const MOST_COUNTED = 100_000;
const EVER = { $gt: new Date(0) };

export interface UpgradeStore {
  /** The last created first, of the same time the highest id. One round trip. */
  page(scope: Scope, offset: number, limit: number): Promise<UpgradeRecord[]>;
  /** One round trip. */
  find(scope: Scope, id: number): Promise<UpgradeRecord | null>;
  /**
   * How many upgrades of all organisations have not ended, by status as shown: of the pending ones at most 100,000,
   * the first to fall due, and of the others at most 100,000, the first to reach their deadline. Two round trips, each
   * over a range of an index of its own.
   */
  openCounts(): Promise<Map<UpgradeStatus, number>>;
  /** Those of these that are in scope, by id. One round trip. */
  byIds(scope: Scope, ids: readonly number[]): Promise<UpgradeRecord[]>;
  /** Deletes it if it is in scope and pending, and gives its schedule's id; null when it was not. One conditional write. */
  deletePending(scope: Scope, id: number): Promise<number | null>;
  /** Deletes the pending ones of a schedule that are in scope, and counts them. One conditional write. */
  deletePendingOf(scope: Scope, scheduleId: number): Promise<number>;
}

/** Upgrades as callers see them; a device's network stands in its upgrades, so one scope serves both. */
export function createUpgradeStore({ upgrades }: Models): UpgradeStore {
  return {
    async page(scope, offset, limit) {
      return (
        upgrades
          .find(deviceScope(scope))
          .sort({ createdAt: -1, _id: -1 })
          // However few the caller may see: sorting them would hold them all in memory.
          .hint('sort_created')
          .skip(offset)
          .limit(limit)
          .batchSize(limit + 1)
          .lean()
      );
    },
    async find(scope, id) {
      return upgrades.findOne({ ...deviceScope(scope), _id: id }).lean();
    },
    async openCounts() {
      const [pending, released] = await Promise.all([
        upgrades.countDocuments({ status: '', dueAt: EVER }, { hint: 'pending_due', limit: MOST_COUNTED }),
        upgrades.aggregate<{ _id: StoredStatus; count: number }>(
          [
            { $match: { released: true, deadlineAt: EVER } },
            { $limit: MOST_COUNTED },
            { $group: { _id: '$status', count: { $sum: 1 } } },
          ],
          { hint: 'deadline' },
        ),
      ]);
      const counts = new Map<UpgradeStatus, number>([['Pending', pending]]);
      for (const status of RELEASED_STATUSES) counts.set(status, 0);
      for (const { _id, count } of released) counts.set(shownStatus(_id), count);
      return counts;
    },
    async byIds(scope, ids) {
      return upgrades
        .find({ ...deviceScope(scope), _id: { $in: [...ids] } })
        .sort({ _id: 1 })
        .lean();
    },
    async deletePending(scope, id) {
      const deleted = await upgrades
        .findOneAndDelete({ ...deviceScope(scope), _id: id, status: '' }, { projection: { scheduleId: 1 } })
        .lean();
      return deleted?.scheduleId ?? null;
    },
    async deletePendingOf(scope, scheduleId) {
      const { deletedCount } = await upgrades.deleteMany({ ...deviceScope(scope), scheduleId, status: '' });
      return deletedCount;
    },
  };
}
