import { timeSortKey } from '../../inventory/domain/device-search.js';
import type { DeafWatchRecord } from '../models/deaf-watch.js';
import type { SecondCounts } from '../models/heartbeat-count.js';
import type { DeafPeriodModels } from '../models/models.js';
import { DOORS, type HeardSecond, type HeartbeatDoor } from '../domain/silence.js';

const MINUTE_S = 60;
const KEPT_MS = 2 * 86_400_000;
/** The minutes of this many processes and minutes are read at once. */
const MAX_RECORDS = 5000;
const ONLY = 'installation';

/** The counts of heartbeats, by process, and how far they have been looked at. */
export function createHeartbeatCountStore(models: DeafPeriodModels) {
  const { heartbeatCounts, deafWatch, deviceStates } = models;

  async function heardAt(organisationId: number, after: Date | null, order: 1 | -1): Promise<Date | null> {
    const sortKey = after === null ? { $gt: '' } : { $gt: timeSortKey(new Date(after.getTime() + 1), 0) };
    const [found] = await deviceStates
      .find({ organisationId, sortKey }, { lastHeartbeatAt: 1 })
      .sort({ sortKey: order })
      .hint('organisation_heartbeat')
      .limit(1)
      .lean();
    return found?.lastHeartbeatAt ?? null;
  }

  return {
    /** Writes the counts of seconds of one process, by the time in seconds since 1970; repeating it replaces them. */
    async write(
      process: string,
      door: HeartbeatDoor,
      seconds: ReadonlyMap<number, SecondCounts>,
    ): Promise<void> {
      const minutes = new Map<number, Record<string, SecondCounts>>();
      for (const [second, counts] of seconds) {
        const minute = Math.floor(second / MINUTE_S) * MINUTE_S;
        const set = minutes.get(minute) ?? {};
        set[`seconds.${second - minute}`] = counts;
        minutes.set(minute, set);
      }
      const writes = [...minutes].map(([minute, set]) => {
        const from = new Date(minute * 1000);
        return {
          updateOne: {
            filter: { _id: `${process}:${minute}` },
            update: {
              $set: set,
              $setOnInsert: { door, from, expiresAt: new Date(from.getTime() + KEPT_MS) },
            },
            upsert: true,
          },
        };
      });
      // Without mongoose, which would look at every field.
      await heartbeatCounts.collection.bulkWrite(writes as never[], { ordered: false });
    },
    /**
     * The counts of all processes in the minutes from one time to another, and until when they are complete.
     * @param door only of its processes
     */
    async between(
      from: Date,
      to: Date,
      door: HeartbeatDoor | null = null,
    ): Promise<{ readonly seconds: HeardSecond[]; readonly to: Date }> {
      const first = new Date(Math.floor(from.getTime() / 60_000) * 60_000);
      const found = await heartbeatCounts
        .find(
          { door: { $in: door ? [door] : DOORS }, from: { $gte: first, $lte: to } },
          { door: 1, seconds: 1, from: 1 },
        )
        .sort({ from: 1 })
        .hint('door_from')
        .limit(MAX_RECORDS)
        .batchSize(MAX_RECORDS + 1)
        .lean();
      const last = found.length === MAX_RECORDS ? found.at(-1) : undefined;
      const counted = found.flatMap(({ door: heardAt, from: minute, seconds }) =>
        Object.entries(seconds).map(([second, [first, last, stored, answered, failed]]) => ({
          door: heardAt,
          at: minute.getTime() + Number(second) * 1000,
          first,
          last,
          stored,
          answered,
          failed,
        })),
      );
      return { seconds: counted, to: last?.from ?? to };
    },
    /** The last heartbeat of an organisation; null: none. */
    async lastOf(organisationId: number): Promise<Date | null> {
      return heardAt(organisationId, null, -1);
    },
    /** The first heartbeat of an organisation after a time, among the last ones of its devices. */
    async firstAfter(organisationId: number, at: Date): Promise<Date | null> {
      return heardAt(organisationId, at, 1);
    },
    /** Null before the first pass of the watch. */
    async watch(): Promise<DeafWatchRecord | null> {
      return deafWatch.findById(ONLY).lean();
    },
    /** Replaces what was read; null: there was none. @returns whether no other process has */
    async writeWatch(read: DeafWatchRecord | null, next: Omit<DeafWatchRecord, '_id'>): Promise<boolean> {
      if (read === null) {
        const { upsertedCount } = await deafWatch.updateOne(
          { _id: ONLY },
          { $setOnInsert: next },
          { upsert: true },
        );
        return upsertedCount === 1;
      }
      const { _id, heardTo, knownTo } = read;
      const { matchedCount } = await deafWatch.updateOne({ _id, heardTo, knownTo }, { $set: next });
      return matchedCount === 1;
    },
  };
}
