import { keyOf, valueOf } from '../../inventory/domain/device-derived.js';

/** What the inventory can be sorted by (docs/interface.md#rout_inventory_list). */
export const SORT_COLUMNS = [
  'name',
  'macId',
  'routerSerialNumber',
  'firmwareVersion',
  'networkName',
  'hpName',
  'activatedOn',
  'lastHeartbeatAt',
  'id',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface DeviceOrder {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** A place in an order: the sort value of a device and, since values repeat, its id. */
export interface Position {
  readonly value: string | number;
  readonly id: number;
}

/** Where a page begins: at a position or behind it, or behind the first `offset` devices. */
export type PageStart = { readonly at: Position; readonly inclusive: boolean } | { readonly offset: number };

/** How many devices a page passes over. */
export function offsetOf(start: PageStart): number {
  return 'offset' in start ? start.offset : 0;
}

/** The stored sort key: a text for every column except the id. It holds the value and the id unless the value is unique. */
export type SortKey = string | number;

/** The position of a device with this stored key. */
export function positionOf(column: SortColumn, key: SortKey, id: number): Position {
  return { value: typeof key === 'number' || column === 'macId' ? key : valueOf(key), id };
}

/** The stored key of a position; null when the position cannot belong to this column. */
export function keyAt(column: SortColumn, { value, id }: Position): SortKey | null {
  if (column === 'id') return value === id ? id : null;
  if (typeof value !== 'string') return null;
  return column === 'macId' ? value : keyOf(value, id);
}

/**
 * Compares keys as the database does: numbers by size, texts by their UTF-8 bytes.
 * (JavaScript compares UTF-16 units, which puts emoji before some letters.)
 */
export function compareKeys(one: SortKey, other: SortKey): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
