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

/** Columns whose order needs the id beside the value: the stored key holds both, so that it is unique. */
const COMPOUND: ReadonlySet<SortColumn> = new Set([
  'name',
  'routerSerialNumber',
  'firmwareVersion',
  'networkName',
  'hpName',
  'activatedOn',
  'lastHeartbeatAt',
]);

export interface DeviceOrder {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** A place in an order: the sort value of a device and, since values repeat, its id. */
export interface Position {
  readonly value: string | number;
  readonly id: number;
}

/** What is stored to order by: a text for every column but the id itself. */
export type SortKey = string | number;

/** The place of a device with this stored key. */
export function positionOf(column: SortColumn, key: SortKey, id: number): Position {
  return { value: typeof key === 'string' && COMPOUND.has(column) ? valueOf(key) : key, id };
}

/** The stored key of a place; null when the place cannot be one of this column. */
export function keyAt(column: SortColumn, { value, id }: Position): SortKey | null {
  if (column === 'id') return value === id ? id : null;
  if (typeof value !== 'string') return null;
  return COMPOUND.has(column) ? keyOf(value, id) : value;
}

/**
 * The database's own order of keys: numbers by size, texts by their UTF-8 bytes, which is by code points.
 * (JavaScript compares UTF-16 units, which puts emoji before some letters.)
 */
export function compareKeys(one: SortKey, other: SortKey): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
