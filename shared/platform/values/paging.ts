/** One page of a counted list (docs/interface.md#list_inventory-1). */
export interface PageMeta {
  readonly current: number;
  readonly previous: number | null;
  readonly next: number | null;
  readonly perPage: number;
  readonly pages: number;
  readonly count: number;
}

/** next is null on the last page only, so an empty list has one page. */
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

/** No list reaches this offset. */
const FARTHEST = 2 ** 31 - 1;

/** The number of rows before a page. */
export function offsetOf(page: number, perPage: number): number {
  return Math.min((page - 1) * perPage, FARTHEST);
}
