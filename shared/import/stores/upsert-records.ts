import { isDeepStrictEqual } from 'node:util';
import type { AnyBulkWriteOperation, ClientSession, Model } from 'mongoose';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import { ConflictError } from '../../platform/mongo/transaction.js';

/** What came of some records. */
export interface Upserted<T> {
  readonly inserted: readonly T[];
  readonly changed: readonly { readonly before: T; readonly after: T }[];
}

/**
 * Brings at most 1,000 records to what `build` makes of them, and writes only what differs, so that doing it again
 * writes nothing. One round trip, one more when some are new, one when some change. Outside a transaction it is repeated
 * when a caller changes one of them in between.
 * @param build what a record is to be; null for one that is not stored yet
 */
export async function upsertRecords<Id extends string | number, T extends { _id: Id }>(
  model: Model<T>,
  ids: readonly Id[],
  build: (id: Id, existing: T | null) => T,
  { before, session }: { readonly before: BeforeWrite<T>; readonly session?: ClientSession },
): Promise<Upserted<T>> {
  for (let tries = 1; ; tries += 1) {
    const found = await readRecords(model, ids, {}, session);
    const plans = ids.map((id) => {
      const stored = found.get(id) ?? null;
      return { before: stored, after: build(id, stored) };
    });
    try {
      return await writeRecords(model, plans, { before, ...inSession(session) });
    } catch (error) {
      // A transaction is repeated as a whole.
      if (session || tries === MAX_TRIES || !(error instanceof ConflictError)) throw error;
    }
  }
}

/** Callers may change the records meanwhile. */
const MAX_TRIES = 5;

/** Stored records by id. One round trip. */
export async function readRecords<Id extends string | number, T extends { _id: Id }>(
  model: Model<T>,
  ids: readonly Id[],
  projection: Readonly<Record<string, 0>>,
  session?: ClientSession,
): Promise<Map<Id, T>> {
  const found = await model.collection
    .find({ _id: { $in: ids } } as never, { projection, batchSize: ONE_ANSWER, ...inSession(session) })
    .toArray();
  return new Map((found as unknown as T[]).map((record) => [record._id, record]));
}

/** Called with what is about to be written, unless that is nothing. */
export type BeforeWrite<T> = (written: Upserted<T>, session?: ClientSession) => Promise<void>;

/** A record as it is and as it is to be. */
export interface Plan<T> {
  readonly before: T | null;
  readonly after: T;
}

/**
 * Inserts new records and sets the fields that differ. A record with a revision is changed on the condition that its
 * revision is the one that was read. Uses the driver's collection, because hydrating mongoose documents takes longer
 * than writing the records.
 * @param given.alsoSet fields that are not in the records as they were read, and are written with any change
 * @throws ConflictError
 */
export async function writeRecords<T extends { _id: string | number }>(
  model: Model<T>,
  plans: readonly Plan<T>[],
  given: {
    readonly session?: ClientSession;
    readonly alsoSet?: (after: T) => object;
    readonly before: BeforeWrite<T>;
  },
): Promise<Upserted<T>> {
  const { session, alsoSet = () => ({}) } = given;
  const inserted = plans.flatMap(({ before, after }) => (before === null ? [after] : []));
  const changed: { before: T; after: T }[] = [];
  const updates: AnyBulkWriteOperation[] = [];
  const isRevised = 'revision' in model.schema.paths;
  for (const { before, after } of plans) {
    const fields = before && changedFields(before, after);
    if (before === null || fields === null) continue;
    changed.push({ before, after });
    const { revision: read = null } = before as { revision?: number };
    // Records without a revision are at 0.
    const revision = isRevised ? { revision: read } : {};
    const next = isRevised ? { revision: (read ?? 0) + 1 } : {};
    const filter = { _id: after._id, ...revision } as never;
    updates.push({ updateOne: { filter, update: { $set: { ...fields, ...alsoSet(after), ...next } } } });
  }
  if (inserted.length + changed.length > 0) await given.before({ inserted, changed }, session);
  const options = { ordered: false, ...inSession(session) };
  if (inserted.length > 0) {
    const records = inserted.map((record) => ({ ...record, ...alsoSet(record) }));
    await model.collection.insertMany(records as never[], options);
  }
  if (updates.length > 0) {
    const { matchedCount } = await model.collection.bulkWrite(updates as never[], options);
    if (matchedCount !== updates.length) throw new ConflictError();
  }
  return { inserted, changed };
}

/** The fields of `after` that are not the same before; null when none. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> | null {
  const names = Object.keys(after) as (keyof T)[];
  const differing = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (differing.length === 0) return null;
  return Object.fromEntries(differing.map((name) => [name, after[name]])) as unknown as Partial<T>;
}

function inSession(session: ClientSession | undefined): { session?: ClientSession } {
  return session === undefined ? {} : { session };
}
