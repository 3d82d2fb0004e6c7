import { upgradeSortName, type TableQuery } from '../../shared/upgrades/stores/table/pages.js';

const MAX_ROWS = 1000;
const MAX_SEARCHED = 256;

/** The parameters of a DataTables client, unchecked. An unreadable parameter is treated as absent. */
export interface RawTableQuery {
  search?: unknown;
  order?: unknown;
  columns?: unknown;
  start?: unknown;
  length?: unknown;
}

/** Without a limit, all rows. */
type RequestedTable = Omit<TableQuery, 'limit'> & { readonly limit: number | null };

/** Reads the DataTables protocol (docs/interface.md#upgrade_list). Without an order the newest come first. */
export function readTableQuery(raw: RawTableQuery): RequestedTable {
  const start = position(raw.start);
  const length = position(raw.length);
  const paged = start !== null && length !== null;
  return {
    search: searchText(raw.search),
    sort: sortOf(raw.order, raw.columns) ?? { by: 'created_at', descending: true },
    offset: paged ? Math.max(0, start) : 0,
    limit: paged ? pageLength(length) : null,
  };
}

/** -1 asks for all rows of a table that shows pages, which would be too many for a browser. */
function pageLength(length: number): number {
  return length > 0 ? Math.min(length, MAX_ROWS) : MAX_ROWS;
}

/** The text to search for: a text, or the `value` of an object. */
function searchText(search: unknown): string {
  const text = isRecord(search) ? search['value'] : search;
  return typeof text === 'string' ? text.trim().slice(0, MAX_SEARCHED) : '';
}

/** An offset or a length: as {@link wholeNumber}, and a number too large to be exact becomes the largest exact one. */
function position(value: unknown): number | null {
  const isLarge =
    typeof value === 'number'
      ? Number.isInteger(value)
      : typeof value === 'string' && /^-?\d{16,}$/.test(value.trim());
  if (!isLarge) return wholeNumber(value);
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number(value), Number.MAX_SAFE_INTEGER));
}

/** An integer given as a number or as its text; null for anything else. */
export function wholeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value.trim())) return null;
  return Number(value);
}

function sortOf(order: unknown, columns: unknown): TableQuery['sort'] | null {
  const first = firstEntry(order);
  if (!first || (!isRecord(columns) && !Array.isArray(columns))) return null;
  const index = wholeNumber(first['column']);
  const column: unknown = index === null ? undefined : (columns as Record<number, unknown>)[index];
  const by = isRecord(column) ? upgradeSortName(column['data']) : null;
  return by && { by, descending: first['dir'] === 'desc' };
}

/** `order` is an array, or an object with entries, or the entry itself. */
function firstEntry(order: unknown): Record<string, unknown> | null {
  if (!isRecord(order) && !Array.isArray(order)) return null;
  if (isRecord(order) && 'column' in order) return order;
  const first: unknown = Object.values(order)[0];
  return isRecord(first) ? first : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
