import mongoose, { type Model, type ProjectionType, type QueryFilter } from 'mongoose';

const DUPLICATE_KEY = 11_000;

/** The number of records per command of a bulk operation. */
export const BATCH = 1000;

/** A query's batchSize for a whole batch: one reply then also closes the cursor. */
export const ONE_ANSWER = BATCH + 1;

/** Splits items into batches of at most `size`, in order. */
export function batchesOf<T>(items: readonly T[], size = BATCH): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size));
  return batches;
}

/**
 * The records that match a filter, by id, in batches of at most 1,000. Each batch sorts all that are left, unless the index
 * has them in this order.
 * @param index the planner's choice if it is not given
 */
export async function* walkById<Found extends { _id: number }, Stored extends Found>(
  records: Model<Stored>,
  filter: QueryFilter<Stored> & { readonly _id?: never },
  projection: ProjectionType<Stored>,
  index?: string,
): AsyncGenerator<Found[], void> {
  for (let last = 0; ;) {
    const query = records
      .find({ ...filter, _id: { $gt: last } } as QueryFilter<Stored>, projection)
      .sort({ _id: 1 })
      .limit(BATCH)
      .batchSize(ONE_ANSWER)
      .lean<Found[]>();
    const batch = await (index === undefined ? query : query.hint(index));
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    last = batch.at(-1)?._id ?? last;
  }
}

/**
 * Runs `work` for every item with limited concurrency, and reads the next item only when it can start.
 * @throws the first failure, after all running work has ended; no work starts after it
 */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    for await (const item of items) {
      if (failures.length > 0) break;
      const started = work(item)
        .catch((error: unknown) => {
          failures.push(error);
        })
        .finally(() => running.delete(started));
      running.add(started);
      if (running.size >= concurrency) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * The positions of writes in an unordered batch that a unique index refused.
 * @throws the error itself if any write failed for another reason
 */
export function duplicateKeys(error: unknown): number[] {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some((failure) => failure.code !== DUPLICATE_KEY)) throw error;
  return failures.map((failure) => failure.index);
}

/** Whether a unique index refused a single write. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY;
}
