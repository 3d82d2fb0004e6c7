import type { PipelineStage } from 'mongoose';
import {
  keyAt,
  positionOf,
  type DeviceOrder,
  type Position,
  type SortColumn,
  type SortKey,
} from '../domain/device-order.js';
import type { DeviceRecord } from '../models/device.js';
import type { Models } from '../models/models.js';
import { LISTED, type DeviceListing } from './device-store.js';
import type { DeviceFilter } from './search-filter.js';

/** One device of a search, with its place in the order that was asked for. */
export interface Hit {
  readonly device: DeviceListing;
  readonly position: Position;
}

/** Where a list begins: at a place, or after it. */
export interface Start {
  readonly at: Position;
  readonly inclusive: boolean;
}

/** What is read, in order: the devices that pass the filter. */
export interface OrderedQuery {
  readonly filter: DeviceFilter;
  readonly order: DeviceOrder & { readonly column: DeviceColumn };
  readonly start: Start | null;
  readonly limit: number;
}

export type DeviceColumn = Exclude<SortColumn, 'lastHeartbeatAt'>;

/** Where the key of a column is stored in devices; the last heartbeat's is in device_states. */
const PATHS: Readonly<Record<DeviceColumn, string>> = {
  name: 'sort.name',
  macId: 'macId',
  routerSerialNumber: 'sort.routerSerialNumber',
  firmwareVersion: 'sort.firmwareVersion',
  networkName: 'sort.networkName',
  hpName: 'sort.hpName',
  activatedOn: 'sort.activatedOn',
  id: '_id',
};

type Found = DeviceListing & Pick<DeviceRecord, 'sort'>;
const { sort: _, ...FOUND } = LISTED;

/** Reads in order. `index` names the index to use, `offset` passes over hits. One round trip. */
export async function readInOrder(
  { devices }: Models,
  query: OrderedQuery,
  { index, offset = 0 }: { index?: string | undefined; offset?: number | undefined } = {},
): Promise<Hit[]> {
  const { filter, order, limit } = query;
  const reading = devices.find({ ...filter, ...beyond(query) }, FOUND).sort(sorting(order));
  if (index !== undefined) reading.hint(index);
  if (offset > 0) reading.skip(offset);
  return asHits(await reading.limit(limit).lean<Found[]>(), order.column);
}

/**
 * Reads in order, but looks at no more than `rows` devices that pass `within`; so it may give fewer hits than there
 * are. One round trip, and one more when it gives fewer than `limit`.
 * @returns complete: whether there are no more hits up to the limit
 */
export async function walkInOrder(
  { devices }: Models,
  within: DeviceFilter,
  query: OrderedQuery,
  rows: number,
): Promise<{ hits: Hit[]; complete: boolean }> {
  const { filter, order, limit } = query;
  const range = { ...within, ...beyond(query) };
  const stages: PipelineStage[] = [
    { $match: range },
    { $sort: sorting(order) },
    { $limit: rows },
    { $match: filter },
    { $limit: limit },
    { $project: FOUND },
  ];
  const hits = asHits(await devices.aggregate<Found>(stages), order.column);
  if (hits.length === limit) return { hits, complete: true };
  const next = await devices.findOne(range, { _id: 1 }).sort(sorting(order)).skip(rows).lean();
  return { hits, complete: next === null };
}

/** Sorting and paging by a key of device_states use the same comparison. */
export function keyRange(
  path: string,
  { column, descending }: DeviceOrder,
  start: Start | null,
): Record<string, Record<string, SortKey>> {
  const key = start && keyAt(column, start.at);
  if (start === null || key === null) return {};
  const or = start.inclusive ? 'e' : '';
  return { [path]: { [descending ? `$lt${or}` : `$gt${or}`]: key } };
}

function beyond({ order, start }: OrderedQuery) {
  return keyRange(PATHS[order.column], order, start);
}

function sorting({ column, descending }: OrderedQuery['order']): Record<string, 1 | -1> {
  return { [PATHS[column]]: descending ? -1 : 1 };
}

function asHits(found: readonly Found[], column: DeviceColumn): Hit[] {
  return found.map(({ sort, ...device }) => ({
    device,
    position: positionOf(column, keyIn(device, sort, column), device._id),
  }));
}

function keyIn(device: DeviceListing, sort: DeviceRecord['sort'], column: DeviceColumn): SortKey {
  if (column === 'id') return device._id;
  return column === 'macId' ? device.macId : sort[column];
}
