import { batchesOf } from '../../platform/mongo/batches.js';
import type { PageStart, Position } from '../domain/device-order.js';
import { batchFor, nextBatch } from '../domain/walk-batch.js';

/** A page of a list. */
export interface Page<Item> {
  readonly hits: readonly Item[];
  /** The position of the last item; null on the last page. */
  readonly next: Position | null;
}

/** A page of at most `perPage` of the found items, which are one more where there is a next page. */
export function pageOf<Item>(
  found: readonly Item[],
  perPage: number,
  positionOf: (item: Item) => Position,
): Page<Item> {
  const hits = found.slice(0, perPage);
  const last = hits.at(-1);
  return { hits, next: found.length > perPage && last !== undefined ? positionOf(last) : null };
}

/** The bounds of a walk. */
export interface WalkBounds {
  readonly perPage: number;
  /** So many devices are read at most. */
  readonly most: number;
  /** The share of the devices that is expected to be kept, by which the first batch is as large as the page needs. */
  readonly expected: number;
}

/**
 * Reads the positions of an order in batches and keeps some of them; ends after `most` devices, so that the page may be
 * short and still have a next one.
 * @param among which of at most 1,000 ids are kept
 * @param read reads at most so many positions from a start on; fewer at the end of the order
 */
export async function walk(
  among: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
  read: (from: PageStart, limit: number) => Promise<readonly Position[]>,
  start: PageStart,
  { perPage, most, expected }: WalkBounds,
): Promise<Page<Position>> {
  const hits: Position[] = [];
  let from = start;
  let size = batchFor(perPage + 1, expected);
  for (let walked = 0; walked < most;) {
    const limit = Math.min(size, most - walked);
    const batch = await read(from, limit);
    const kept = await Promise.all(
      batchesOf(batch).map(async (some) => {
        const ids = await among(some.map(({ id }) => id));
        return some.filter(({ id }) => ids.has(id));
      }),
    );
    hits.push(...kept.flat());
    if (hits.length > perPage) return pageOf(hits, perPage, (position) => position);
    const last = batch.at(-1);
    if (batch.length < limit || !last) return { hits, next: null };
    from = { at: last, inclusive: false };
    walked += batch.length;
    size = nextBatch(perPage + 1 - hits.length, { walked, kept: hits.length });
  }
  return { hits, next: 'at' in from ? from.at : null };
}
