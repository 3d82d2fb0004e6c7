import type { PageStart, Position } from '../domain/device-order.js';
import { firstBatch, nextBatch } from '../domain/walk-batch.js';

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

/**
 * Reads the positions of an order in batches and keeps some of them; ends after `most` devices, so that the page may be
 * short and still have a next one.
 * @param read reads at most so many positions from a start on; fewer at the end of the order
 */
export async function walk(
  among: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
  read: (from: PageStart, limit: number) => Promise<readonly Position[]>,
  start: PageStart,
  { perPage, most }: { readonly perPage: number; readonly most: number },
): Promise<Page<Position>> {
  const hits: Position[] = [];
  let from = start;
  let size = firstBatch(perPage + 1);
  for (let walked = 0; walked < most;) {
    const limit = Math.min(size, most - walked);
    const batch = await read(from, limit);
    const kept = await among(batch.map(({ id }) => id));
    hits.push(...batch.filter(({ id }) => kept.has(id)));
    if (hits.length > perPage) return pageOf(hits, perPage, (position) => position);
    const last = batch.at(-1);
    if (batch.length < limit || !last) return { hits, next: null };
    from = { at: last, inclusive: false };
    walked += batch.length;
    size = nextBatch(perPage + 1 - hits.length, { walked, kept: hits.length });
  }
  return { hits, next: 'at' in from ? from.at : null };
}
