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
