/** How many records one command of a bulk operation carries. */
export const BATCH = 1000;

/** As a query's batchSize: a whole batch comes in one answer, with the word that there is no more. */
export const ONE_ANSWER = BATCH + 1;

/** The items in their order, in groups of at most `size`. */
export function batchesOf<T>(items: readonly T[], size = BATCH): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size));
  return batches;
}
