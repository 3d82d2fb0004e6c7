/** One page of a counted list (docs/interface.md#list_inventory-1). */
export interface PageMeta {
  readonly current: number;
  readonly previous: number | null;
  readonly next: number | null;
  readonly perPage: number;
  readonly pages: number;
  readonly count: number;
}

/** By the document's own rule next is null on the last page only; an empty list has one page, so that it holds there. */
export function pageMeta(current: number, perPage: number, count: number): PageMeta {
  const pages = Math.max(1, Math.ceil(count / perPage));
  return {
    current,
    previous: current === 1 ? null : current - 1,
    next: current === pages ? null : current + 1,
    perPage,
    pages,
    count,
  };
}

/** No list has so many rows that a larger offset would find another answer than this one. */
const FARTHEST = 2 ** 31 - 1;

/** How many rows come before a page. */
export function offsetOf(page: number, perPage: number): number {
  return Math.min((page - 1) * perPage, FARTHEST);
}
