import type { PipelineStage, QueryFilter } from 'mongoose';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { LISTED, type DeviceListing } from '../../inventory/stores/device-store.js';
import {
  compareKeys,
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
  readonly device: DeviceListing;
  readonly position: Position;
}

export interface OrderedQuery {
  readonly filter: DeviceQuery;
  readonly order: DeviceKeyOrder;
  readonly start: PageStart;
  readonly limit: number;
}

type Found = DeviceListing & Keyed;
const { sort: _, ...FOUND } = LISTED;

/** Reads the devices that pass the filter, in the order of the index, after passing over the first `skip`. */
export async function readInOrder(
  { devices }: InventoryModels,
  query: OrderedQuery,
  index: string,
  skip = offsetOf(query.start),
): Promise<Hit[]> {
  const { filter, order, limit } = query;
  const found = await devices
    .find({ ...filter, ...beyond(query) }, FOUND)
    .sort(sorting(order))
    .hint(index)
    .skip(skip)
    .limit(limit)
    .batchSize(limit + 1)
    .lean<Found[]>();
  return asHits(found, order.column);
}

/** A bounded search in an index: examines at most `rows` devices of each range. */
export interface Walk {
  readonly filter: DeviceQuery;
  readonly rows: number;
}

/** The hits that a walk found; complete: there are no more up to the limit. */
export interface Walked {
  readonly hits: Hit[];
  readonly complete: boolean;
}

/** Reads the ranges of an index at once, everything in them or the hits of a walk, and merges them. */
export async function readRanges(
  models: InventoryModels,
  { index, ranges }: { index: string; ranges: readonly DeviceQuery[] },
  query: Omit<OrderedQuery, 'filter'>,
  walk?: Walk,
): Promise<Walked> {
  const found = await Promise.all(
    ranges.map(async (filter) => {
      const range = { ...query, filter };
      if (walk) return walkRange(models, range, index, walk);
      return { hits: await readInOrder(models, range, index), complete: true };
    }),
  );
  const lists = found.map(({ hits }) => hits);
  return {
    hits: merge(lists, query.order).slice(0, query.limit),
    complete: found.every(({ complete }) => complete),
  };
}

async function walkRange(
  { devices }: InventoryModels,
  query: OrderedQuery,
  index: string,
  { filter, rows }: Walk,
): Promise<Walked> {
  const { order, limit } = query;
  const range = { ...query.filter, ...beyond(query) };
  const stages: PipelineStage[] = [
    { $match: range },
    { $sort: sorting(order) },
    { $limit: rows },
    { $match: filter },
    { $limit: limit },
    { $project: FOUND },
  ];
  const found = await devices.aggregate<Found>(stages, { hint: index, batchSize: limit + 1 });
  const hits = asHits(found, order.column);
  if (hits.length === limit) return { hits, complete: true };
  const next = await devices.findOne(range, { _id: 1 }).sort(sorting(order)).hint(index).skip(rows).lean();
  return { hits, complete: next === null };
}

function merge(lists: readonly Hit[][], { column, descending }: DeviceOrder): Hit[] {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const sign = descending ? -1 : 1;
  const keyed = lists.flat().map((hit) => ({ hit, key: keyAt(column, hit.position) ?? '' }));
  return keyed.sort((a, b) => sign * compareKeys(a.key, b.key)).map(({ hit }) => hit);
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

function beyond({ order, start }: OrderedQuery) {
  return keyRange(KEYS[order.column].path, order, start);
}

function sorting({ column, descending }: DeviceKeyOrder): Record<string, 1 | -1> {
  return { [KEYS[column].path]: descending ? -1 : 1 };
}

/** The key by which a column orders a device. */
export function keyIn({ _id, macId, sort }: Keyed, column: DeviceColumn): SortKey {
  if (column === 'id') return _id;
  return column === 'macId' ? macId : sort[column];
}

function asHits(found: readonly Found[], column: DeviceColumn): Hit[] {
  return found.map(({ sort, ...device }) => ({
    device,
    position: positionOf(column, keyIn({ ...device, sort }, column), device._id),
  }));
}
