import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { DispatchCounts } from '../domain/dispatch-counts.js';
import { SHOWN_TARGETS } from '../domain/upgrade-targets.js';
import type { UpgradeModels } from '../models/models.js';
import type { ScheduleRecord } from '../models/schedule.js';

/** Locates a schedule: the organisation determines the shard. */
export type ScheduleRef = Pick<ScheduleRecord, '_id' | 'organisationId'>;

/** The fields that the job of a schedule is made from, with the first targets. */
export type WaitingSchedule = Pick<
  ScheduleRecord,
  '_id' | 'organisationId' | 'version' | 'targets' | 'dueAt' | 'requestId'
>;

const REF = { organisationId: 1 } as const;
/** The targets of a thousand schedules would be too large. */
const WAITING = {
  organisationId: 1,
  version: 1,
  dueAt: 1,
  requestId: 1,
  targets: { $slice: SHOWN_TARGETS },
} as const;

const CANCELLABLE: ScheduleRecord['state'][] = ['writing', 'waiting'];
const UNDISPATCHED: ScheduleRecord['state'][] = ['waiting', 'dispatching'];

/** Schedules. Every change of state is one write, conditional on the state it leaves. */
export function createScheduleStore(models: UpgradeModels, transact: Transact) {
  const { schedules } = models;

  async function change(
    { _id, organisationId }: ScheduleRef,
    from: ScheduleRecord['state'][],
    set: Partial<ScheduleRecord>,
    session?: ClientSession,
  ): Promise<boolean> {
    const filter = { _id, organisationId, state: { $in: from } };
    const options = session ? { session } : {};
    return (await schedules.updateOne(filter, { $set: set }, options)).modifiedCount === 1;
  }

  return {
    async create(schedule: ScheduleRecord, session?: ClientSession): Promise<void> {
      await schedules.create([schedule], session ? { session } : {});
    },
    /** Its upgrades are written: it waits for its time. One conditional write; false when it is no longer being written. */
    open: (schedule: ScheduleRef, at: Date): Promise<boolean> =>
      change(schedule, ['writing'], { state: 'waiting', touchedAt: at }),
    /** Cancels a schedule that is not yet due. One conditional write. */
    cancel: (schedule: ScheduleRef, at: Date): Promise<boolean> =>
      change(schedule, CANCELLABLE, { state: 'cancelled', touchedAt: at }),
    /** The same by a caller, in one transaction with its entries of the audit log. */
    cancelLogged: (schedule: ScheduleRef, entries: readonly AuditEntry[], at: Date): Promise<boolean> =>
      transact(schedule.organisationId, async (session) => {
        const cancelled = { state: 'cancelled', touchedAt: at } as const;
        const isCancelled = await change(schedule, CANCELLABLE, cancelled, session);
        if (isCancelled) await writeEntries(models, entries, session);
        return isCancelled;
      }),
    /**
     * Cancels a waiting schedule that was made for this device alone and has lost its upgrade. One conditional write;
     * returns the schedule, or null if it has other targets.
     */
    async cancelSpent(
      { _id, organisationId }: ScheduleRef,
      deviceId: number,
      at: Date,
    ): Promise<ScheduleRecord | null> {
      const alone = [{ targets: [`AP:${deviceId}`] }, { isChange: true }];
      return schedules
        .findOneAndUpdate(
          { _id, organisationId, state: 'waiting', $or: alone },
          { $set: { state: 'cancelled', touchedAt: at } },
        )
        .lean();
    },
    /**
     * Claims a due schedule for dispatch, also one whose dispatch was interrupted. One conditional write; null when it is
     * not due, was cancelled or is dispatched already, and when its claim was renewed after `untouchedSince`.
     */
    async claim(
      { _id, organisationId }: ScheduleRef,
      now: Date,
      untouchedSince?: Date,
    ): Promise<ScheduleRecord | null> {
      const idle = untouchedSince ? { touchedAt: { $lte: untouchedSince } } : {};
      return schedules
        .findOneAndUpdate(
          { _id, organisationId, state: { $in: UNDISPATCHED }, dueAt: { $lte: now }, ...idle },
          { $set: { state: 'dispatching', touchedAt: now } },
          { returnDocument: 'after' },
        )
        .lean();
    },
    /** Renews the claim, so that the sweep leaves the schedule alone. */
    async renewClaim({ _id, organisationId }: ScheduleRef, at: Date): Promise<void> {
      await schedules.updateOne({ _id, organisationId }, { $max: { touchedAt: at } });
    },
    /** Records that the pending upgrades with ids up to `to` are decided. One conditional write, so each counts once. */
    async advance(
      { _id, organisationId }: ScheduleRef,
      to: number,
      counts: DispatchCounts,
      at: Date,
    ): Promise<void> {
      await schedules.updateOne(
        {
          _id,
          organisationId,
          state: 'dispatching',
          $or: [{ dispatchedTo: null }, { dispatchedTo: { $lt: to } }],
        },
        { $max: { touchedAt: at, dispatchedTo: to }, $inc: counted(counts) },
      );
    },
    /** Ends a schedule whose upgrades are all dispatched. One conditional write. */
    async finish({ _id, organisationId }: ScheduleRef, counts: DispatchCounts, at: Date): Promise<boolean> {
      const { modifiedCount } = await schedules.updateOne(
        { _id, organisationId, state: 'dispatching' },
        { $set: { state: 'dispatched', dispatchedAt: at }, $inc: counted(counts) },
      );
      return modifiedCount === 1;
    },
    /** What became of the upgrades of a schedule, whichever processes dispatched it; null unless it is dispatched. */
    async result({ _id, organisationId }: ScheduleRef): Promise<DispatchCounts | null> {
      const found = await schedules
        .findOne({ _id, organisationId, state: 'dispatched' }, { counts: 1 })
        .lean();
      return found?.counts ?? null;
    },
    async byIds(organisationId: number, ids: readonly number[]): Promise<Map<number, ScheduleRecord>> {
      const found = await schedules.find({ organisationId, _id: { $in: [...ids] } }).lean();
      return new Map(found.map((schedule) => [schedule._id, schedule]));
    },
    /**
     * Undispatched ones that fell due and were last touched by `before`, the earliest first, except those of some
     * organisations.
     */
    async unattended(before: Date, limit: number, exceptOf: readonly number[]): Promise<WaitingSchedule[]> {
      const others = exceptOf.length === 0 ? {} : { organisationId: { $nin: [...exceptOf] } };
      const idle = { dueAt: { $lte: before }, touchedAt: { $lte: before } };
      return schedules
        .find({ state: { $in: UNDISPATCHED }, ...idle, ...others }, WAITING)
        .sort({ dueAt: 1 })
        .limit(limit)
        .batchSize(ONE_ANSWER)
        .lean<WaitingSchedule[]>();
    },
    /** Waiting or partly dispatched ones that fall due by `until`, the earliest first. */
    async dueBefore(until: Date, limit: number): Promise<ScheduleRef[]> {
      return schedules
        .find({ state: { $in: UNDISPATCHED }, dueAt: { $lte: until } }, REF)
        .sort({ dueAt: 1 })
        .limit(limit)
        .batchSize(ONE_ANSWER)
        .lean<ScheduleRef[]>();
    },
    /** Undispatched ones that fall due after `after`, the earliest first, with their first targets. */
    async waiting(limit: number, after: Date): Promise<WaitingSchedule[]> {
      return schedules
        .find({ state: { $in: UNDISPATCHED }, dueAt: { $gt: after } }, WAITING)
        .sort({ dueAt: 1 })
        .limit(limit)
        .batchSize(ONE_ANSWER)
        .lean<WaitingSchedule[]>();
    },
    /** The states of the given schedules that have ended. */
    async ended(refs: readonly ScheduleRef[]): Promise<Map<number, 'dispatched' | 'cancelled'>> {
      const among = {
        organisationId: { $in: [...new Set(refs.map((ref) => ref.organisationId))] },
        _id: { $in: [...new Set(refs.map((ref) => ref._id))] },
      };
      const found = await schedules
        .find({ ...among, state: { $in: ['dispatched', 'cancelled'] } }, { state: 1 })
        .batchSize(ONE_ANSWER)
        .lean<{ _id: number; state: 'dispatched' | 'cancelled' }[]>();
      return new Map(found.map(({ _id, state }) => [_id, state]));
    },
    /** Schedules whose writer died before it finished, the oldest first. */
    async abandoned(untouched: Date, limit: number): Promise<ScheduleRecord[]> {
      return schedules
        .find({ state: 'writing', touchedAt: { $lte: untouched } })
        .sort({ touchedAt: 1 })
        .limit(limit)
        .lean();
    },
  };
}

function counted(counts: DispatchCounts) {
  return Object.fromEntries(Object.entries(counts).map(([to, count]) => [`counts.${to}`, count]));
}
