import type { Models } from '../models/models.js';
import type { ScheduleRecord } from '../models/schedule.js';

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
  find(id: number): Promise<ScheduleRecord | null>;
  byIds(ids: readonly number[]): Promise<Map<number, ScheduleRecord>>;
  /** Of these, cancels those that wait and have no pending upgrade left, and names them. Two round trips. */
  cancelEmpty(ids: readonly number[]): Promise<number[]>;
  /** Waiting or half released ones that fall due before `until` and that nobody has touched since `untouched`. One round trip. */
  dueBefore(until: Date, untouched: Date, limit: number): Promise<ScheduleRecord[]>;
  /** Ones whose writer has gone before it was done. One round trip. */
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
    async find(id) {
      return schedules.findOne({ _id: id }).lean();
    },
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
    async dueBefore(until, untouched, limit) {
      return schedules
        .find({
          state: { $in: ['waiting', 'releasing'] },
          dueAt: { $lte: until },
          touchedAt: { $lte: untouched },
        })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean();
    },
    async abandoned(untouched, limit) {
      return schedules
        .find({ state: 'writing', touchedAt: { $lte: untouched } })
        .limit(limit)
        .lean();
    },
  };
}
