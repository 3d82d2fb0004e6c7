import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { NO_DEADLINE } from '../domain/upgrade-change.js';
import { END_STATUSES, DISPATCHED_STATUSES } from '../domain/upgrade-status.js';
import { ConflictError, type Transact } from '../../platform/mongo/transaction.js';
import type { UpgradeModels } from '../models/models.js';
import { countDeleted } from './count-changes.js';
import { LEAVING, recordDeletions, type Leaving } from './deletion-records.js';

/** The numbers read and deleted by one call. After a read of fewer than 1,000 no record is left. */
export interface Expired {
  readonly read: number;
  readonly deleted: number;
}

interface Found {
  readonly _id: number;
  readonly organisationId: number;
}

const FOUND = { organisationId: 1 } as const;
const OPEN_STATUSES = ['', ...DISPATCHED_STATUSES] as const;
const OVER = ['dispatched', 'cancelled'] as const;

/**
 * Deletes records that are past their retention, at most 1,000 a call, the oldest first. Deletes repeat the condition of
 * their read, so any number of sweeps may run at once.
 */
export function createRetentionStore(models: UpgradeModels, transact: Transact) {
  const { schedules, upgrades, uplinks } = models;

  return {
    /**
     * Upgrades that ended, and were due, before a time. Earlier schedules of such an upgrade may still wait; they do not
     * give its device another one.
     */
    async expireUpgrades(before: Date, at: Date): Promise<Expired> {
      // An upgrade that ended before its due time is kept until then: it keeps the dispatch from upgrading its device.
      // One of a rollout that no tick has dispatched has no due time.
      const ended = {
        inFlight: false,
        status: { $gt: '' as const, $in: END_STATUSES },
        statusSince: { $lt: before },
        $or: [{ dueAt: { $lt: before } }, { dueAt: NO_DEADLINE }],
      };
      const found = await upgrades
        .find(ended, LEAVING)
        .sort({ statusSince: 1 })
        .hint('ended')
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<Leaving[]>();
      if (found.length === 0) return { read: 0, deleted: 0 };
      const taken = found.filter((upgrade) => upgrade.formerScheduleIds.length > 0);
      // A rollout has counted the end of its upgrade, so its device does not leave it.
      const ofNone = taken.map(({ rolloutId: _rolloutId, ...upgrade }) => upgrade);
      await recordDeletions(models, ofNone, at);
      const deleted = await transact(0, async (session) => {
        const current = await upgrades
          .find({ ...these(found), ...ended }, FOUND, { session, batchSize: ONE_ANSWER })
          .lean<Found[]>();
        if (current.length === 0) return 0;
        const { deletedCount } = await upgrades.deleteMany({ ...these(current), ...ended }, { session });
        if (deletedCount !== current.length) throw new ConflictError();
        await countDeleted(models, current, session);
        return deletedCount;
      });
      return { read: found.length, deleted };
    },

    /**
     * Dispatched and cancelled schedules last touched before a time. One with an open upgrade is kept and read again when
     * `before` has reached `retryAt`.
     */
    async expireSchedules(before: Date, retryAt: Date): Promise<Expired> {
      const over = { state: { $in: OVER }, touchedAt: { $lt: before } };
      const found = await schedules
        .find(over, FOUND)
        .sort({ touchedAt: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<Found[]>();
      if (found.length === 0) return { read: 0, deleted: 0 };
      const { organisationId, _id: scheduleId } = these(found);
      const open = new Set(
        await upgrades.distinct('scheduleId', {
          organisationId,
          scheduleId,
          status: { $in: OPEN_STATUSES },
        }),
      );
      const kept = found.filter(({ _id }) => open.has(_id));
      if (kept.length > 0) {
        await schedules.updateMany({ ...these(kept), ...over }, { $set: { touchedAt: retryAt } });
      }
      const closed = found.filter(({ _id }) => !open.has(_id));
      if (closed.length === 0) return { read: found.length, deleted: 0 };
      const { deletedCount } = await schedules.deleteMany({ ...these(closed), ...over });
      return { read: found.length, deleted: deletedCount };
    },

    /** Uplinks that were flagged deleted before a time. */
    async expireUplinks(before: Date): Promise<Expired> {
      const flagged = { isDeleted: true, deletedAt: { $lt: before } };
      const found = await uplinks
        .find(flagged, FOUND)
        .sort({ deletedAt: 1 })
        .hint('deleted')
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<Found[]>();
      if (found.length === 0) return { read: 0, deleted: 0 };
      const { deletedCount } = await uplinks.deleteMany({ ...these(found), ...flagged });
      return { read: found.length, deleted: deletedCount };
    },
  };
}

/** By id, and by organisation, which is what sharded collections are split by. */
function these(found: readonly Found[]) {
  return {
    organisationId: { $in: [...new Set(found.map(({ organisationId }) => organisationId))] },
    _id: { $in: found.map(({ _id }) => _id) },
  };
}
