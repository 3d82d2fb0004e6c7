import type { PageStart, Position } from '../domain/device-order.js';
import type { Hit } from '../stores/key-order.js';

export interface Page {
  readonly hits: readonly Hit[];
  readonly next: Position | null;
}

/** How many devices a walk reads at once. */
export const WALK_BATCH = 500;

/** A page of at most `perPage` of the found devices, which are one more where there is a next page. */
export function pageOf(found: readonly Hit[], perPage: number): Page {
  const hits = found.slice(0, perPage);
  return { hits, next: found.length > perPage ? (hits.at(-1)?.position ?? null) : null };
}

/** Reads the order in batches and keeps some of the devices; ends after `most` devices. */
export async function walk(
  among: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
  read: (from: PageStart) => Promise<Hit[]>,
  start: PageStart,
  { perPage, most }: { readonly perPage: number; readonly most: number },
): Promise<Page> {
  const hits: Hit[] = [];
  let from = start;
  for (let walked = 0; walked < most; walked += WALK_BATCH) {
    const batch = await read(from);
    const kept = await among(batch.map(({ device }) => device._id));
    hits.push(...batch.filter(({ device }) => kept.has(device._id)));
    if (hits.length > perPage) return pageOf(hits, perPage);
    const last = batch.at(-1)?.position;
    if (batch.length < WALK_BATCH || !last) return { hits, next: null };
    from = { at: last, inclusive: false };
  }
  return { hits, next: 'at' in from ? from.at : null };
}
