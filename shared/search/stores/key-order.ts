import type { QueryFilter } from 'mongoose';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { SHOWN, type ShownDevice } from '../../inventory/stores/device-store.js';
import {
  keyAt,
  offsetOf,
  positionOf,
  type DeviceOrder,
  type PageStart,
  type Position,
  type SortColumn,
  type SortKey,
} from '../domain/device-order.js';

export type DeviceQuery = QueryFilter<DeviceRecord>;
export type DeviceColumn = Exclude<SortColumn, 'lastHeartbeatAt'>;
export type DeviceKeyOrder = DeviceOrder & { readonly column: DeviceColumn };

/**
 * Where the key of a column is stored, the index that orders an organisation's devices by it, and the one that orders
 * a network's. Every query names its index; otherwise the database may sort what an index has already sorted.
 */
export const KEYS: Readonly<Record<DeviceColumn, { path: string; index: string; inNetwork?: string }>> = {
  name: { path: 'sort.name', index: 'sort_name', inNetwork: 'network_name' },
  macId: { path: 'macId', index: 'organisation_mac' },
  routerSerialNumber: { path: 'sort.routerSerialNumber', index: 'sort_serial' },
  firmwareVersion: { path: 'sort.firmwareVersion', index: 'sort_firmware' },
  networkName: { path: 'sort.networkName', index: 'sort_network' },
  hpName: { path: 'sort.hpName', index: 'sort_hardware' },
  activatedOn: { path: 'sort.activatedOn', index: 'sort_activated' },
  id: { path: '_id', index: 'organisation_id', inNetwork: 'network_id' },
};

/** The fields that hold a device's keys. */
export type Keyed = Pick<DeviceRecord, '_id' | 'macId' | 'sort'>;

/** A device of a list, with its position in the order of the list. */
export interface Hit {
  readonly device: ShownDevice;
  readonly position: Position;
}

export interface OrderedQuery {
  readonly filter: DeviceQuery;
  readonly order: DeviceKeyOrder;
  readonly start: PageStart;
  readonly limit: number;
  /** Whether only positions are read: the devices of the hits then lack every field that gives none. */
  readonly positionsOnly?: boolean | undefined;
}

/** What is read of each device of a list. */
export type Found = ShownDevice & Keyed;

const PATHS_OF_KEYS = Object.values(KEYS).map(({ path }) => path);

/** The projection of what a query reads. Orders by id and MAC need no key of `sort`, the others one. */
export function fieldsOf({
  order,
  positionsOnly,
}: Omit<OrderedQuery, 'filter'>): Readonly<Record<string, 0 | 1>> {
  const { path } = KEYS[order.column];
  if (positionsOnly === true) return { [path]: 1 };
  if (!path.startsWith(SORT)) return SHOWN;
  const { sort: _, ...shown } = SHOWN;
  const others = PATHS_OF_KEYS.filter((other) => other.startsWith(SORT) && other !== path);
  return { ...shown, ...Object.fromEntries(others.map((other) => [other, 0])) };
}

const SORT = 'sort.';

/** Reads the devices that pass the filter, in the order of the index, after passing over the first `skip`. */
export async function readInOrder(
  { devices }: InventoryModels,
  query: OrderedQuery,
  index: string,
  skip = offsetOf(query.start),
): Promise<Hit[]> {
  const { filter, order, limit } = query;
  const found = await devices
    .find({ ...filter, ...beyond(query) }, fieldsOf(query))
    .sort(sorting(order))
    .hint(index)
    .skip(skip)
    .limit(limit)
    .batchSize(limit + 1)
    .lean<Found[]>();
  return asHits(found, order.column);
}

/** The condition on a stored key that skips what comes before the start; none for an offset. */
export function keyRange(
  path: string,
  { column, descending }: DeviceOrder,
  start: PageStart,
): Record<string, Record<string, SortKey>> {
  if ('offset' in start) return {};
  const key = keyAt(column, start.at);
  if (key === null) return {};
  const or = start.inclusive ? 'e' : '';
  return { [path]: { [descending ? `$lt${or}` : `$gt${or}`]: key } };
}

/** The condition of a query that skips what comes before its start. */
export function beyond({ order, start }: OrderedQuery) {
  return keyRange(KEYS[order.column].path, order, start);
}

/** The order of a query, as the database takes it. */
export function sorting({ column, descending }: DeviceKeyOrder): Record<string, 1 | -1> {
  return { [KEYS[column].path]: descending ? -1 : 1 };
}

/** The key by which a column orders a device. */
export function keyIn({ _id, macId, sort }: Keyed, column: DeviceColumn): SortKey {
  if (column === 'id') return _id;
  return column === 'macId' ? macId : sort[column];
}

/** The devices that were read, with their positions in the order of a column. */
export function asHits(found: readonly Found[], column: DeviceColumn): Hit[] {
  return found.map(({ sort, ...device }) => ({
    device,
    position: positionOf(column, keyIn({ ...device, sort }, column), device._id),
  }));
}
