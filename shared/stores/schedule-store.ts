import { ONE_ANSWER } from '../domain/batches.js';
import type { Models } from '../models/models.js';
import type { ScheduleRecord } from '../models/schedule.js';

/** What the sweep needs to know; the targets of a thousand schedules would be too much. */
export type DueSchedule = Pick<
  ScheduleRecord,
  '_id' | 'organisationId' | 'version' | 'dueAt' | 'touchedAt' | 'requestId'
>;

const DUE = { organisationId: 1, version: 1, dueAt: 1, touchedAt: 1, requestId: 1 } as const;

export interface ScheduleStore {
  /** One round trip. */
  create(schedule: ScheduleRecord): Promise<void>;
  /** Its upgrades are written: it waits for its time. One conditional write; false when somebody else was there. */
  wait(id: number, at: Date): Promise<boolean>;
  /** Forgets a schedule that turned out to have no upgrade. One conditional write. */
  cancel(id: number): Promise<boolean>;
  /**
   * Takes a due schedule for releasing, again if a release of it was cut short. One conditional write; null when
   * it is not due, was cancelled or has been released.
   */
  claim(id: number, now: Date): Promise<ScheduleRecord | null>;
  /** Tells the sweep that somebody is at work. One write. */
  touch(id: number, at: Date): Promise<void>;
  /** Everything of it is released. One conditional write. */
  finish(id: number, at: Date): Promise<boolean>;
  byIds(ids: readonly number[]): Promise<Map<number, ScheduleRecord>>;
  /** Of these, cancels those that wait and have no pending upgrade left, and names them. Two round trips. */
  cancelEmpty(ids: readonly number[]): Promise<number[]>;
  /** Waiting or half released ones that fall due before `until`, the earliest first. One round trip. */
  dueBefore(until: Date, limit: number): Promise<DueSchedule[]>;
  /** Those of the schedules that have been released. One round trip. */
  released(ids: readonly number[]): Promise<Set<number>>;
  /** Ones whose writer has gone before it was done, the longest gone first. One round trip. */
  abandoned(untouched: Date, limit: number): Promise<ScheduleRecord[]>;
}

/** Schedules; every change of state is one write on the condition of the state it leaves. */
export function createScheduleStore(models: Models): ScheduleStore {
  const { schedules, upgrades } = models;

  async function change(
    id: number,
    from: ScheduleRecord['state'][],
    set: Partial<ScheduleRecord>,
  ): Promise<boolean> {
    return (await schedules.updateOne({ _id: id, state: { $in: from } }, { $set: set })).modifiedCount === 1;
  }

  return {
    async create(schedule) {
      await schedules.create(schedule);
    },
    wait: (id, at) => change(id, ['writing'], { state: 'waiting', touchedAt: at }),
    cancel: (id) => change(id, ['writing', 'waiting'], { state: 'cancelled' }),
    async claim(id, now) {
      return schedules
        .findOneAndUpdate(
          { _id: id, state: { $in: ['waiting', 'releasing'] }, dueAt: { $lte: now } },
          { $set: { state: 'releasing', touchedAt: now } },
          { returnDocument: 'after' },
        )
        .lean();
    },
    async touch(id, at) {
      await schedules.updateOne({ _id: id }, { $max: { touchedAt: at } });
    },
    finish: (id, at) => change(id, ['releasing'], { state: 'released', releasedAt: at }),
    async byIds(ids) {
      const found = await schedules.find({ _id: { $in: [...ids] } }).lean();
      return new Map(found.map((schedule) => [schedule._id, schedule]));
    },
    async cancelEmpty(ids) {
      const used = new Set(
        await upgrades.distinct('scheduleId', { scheduleId: { $in: [...ids] }, status: '' }),
      );
      const empty = ids.filter((id) => !used.has(id));
      if (empty.length > 0) {
        await schedules.updateMany(
          { _id: { $in: empty }, state: 'waiting' },
          { $set: { state: 'cancelled' } },
        );
      }
      return empty;
    },
    async dueBefore(until, limit) {
      return schedules
        .find({ state: { $in: ['waiting', 'releasing'] }, dueAt: { $lte: until } }, DUE)
        .sort({ dueAt: 1 })
        .limit(limit)
        .batchSize(ONE_ANSWER)
        .lean<DueSchedule[]>();
    },
    async released(ids) {
      const found = await schedules
        .find({ _id: { $in: [...ids] }, state: 'released' }, { _id: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Set(found.map((schedule) => schedule._id));
    },
    async abandoned(untouched, limit) {
      return schedules
        .find({ state: 'writing', touchedAt: { $lte: untouched } })
        .sort({ touchedAt: 1 })
        .limit(limit)
        .lean();
    },
  };
}
