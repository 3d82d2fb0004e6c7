/** What became of pending upgrades at their due time; Waiting: their device has begun another upgrade. */
export type DispatchCounts = Record<'Queued' | 'Skipped' | 'Cancelled' | 'Waiting', number>;

export const NOTHING_DISPATCHED: DispatchCounts = { Queued: 0, Skipped: 0, Cancelled: 0, Waiting: 0 };

/** Adds the counts of one batch to those of all. */
export function addCounts(total: DispatchCounts, batch: DispatchCounts): void {
  for (const key of Object.keys(batch) as (keyof DispatchCounts)[]) total[key] += batch[key];
}
