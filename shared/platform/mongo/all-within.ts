/** The filter of a list of ids that are all among these; null, which is all ids, is not. */
export function allWithin(ids: readonly number[]) {
  return { $ne: null, $not: { $elemMatch: { $nin: [...ids] } } };
}
