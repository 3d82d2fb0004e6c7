import type { PipelineStage } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import {
  compareKeys,
  keyAt,
  positionOf,
  type DeviceOrder,
  type Position,
  type SortKey,
} from '../domain/device-order.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { KEYS, keyIn, type DeviceColumn, type Keyed } from './device-keys.js';
import { LISTED, type DeviceListing } from '../../inventory/stores/device-store.js';
import { placeAt } from './key-places.js';
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

type Found = DeviceListing & Keyed;
const { sort: _, ...FOUND } = LISTED;

/** An index that has devices in order: those that the caller may see, or all of the organisation among which they are. */
export interface WalkedIndex {
  readonly index: string;
  readonly inScope: boolean;
  /** Stretches of the index that are in order each, and are merged. */
  readonly parts: readonly DeviceFilter[];
  /** The index that has everything of the parts in one order. */
  readonly whole: string;
}

/** The database merges no more stretches of an index than a few hundred. */
const MAX_NETWORKS = 150;

/** Prefers an index of networks, in which nothing has to be passed over. */
export function indexToWalk(scope: Scope, column: DeviceColumn): WalkedIndex {
  const { organisationId, networkIds, unassigned } = scope;
  const { index, inNetwork } = KEYS[column];
  // The database merges stretches by a text, but not by the id.
  const most = column === 'id' ? 1 : MAX_NETWORKS;
  if (inNetwork === undefined || networkIds === 'all' || networkIds.length > most) {
    const inScope = networkIds === 'all' && unassigned;
    return { index, inScope, parts: [{ organisationId }], whole: index };
  }
  // Devices of no network are a part of their own: a list with a null in it is not merged.
  const assigned = { organisationId, locationNetworkId: { $in: [...networkIds] } };
  const parts = [
    ...(networkIds.length > 0 ? [assigned] : []),
    ...(unassigned ? [{ organisationId, locationNetworkId: null }] : []),
  ];
  return { index: inNetwork, inScope: true, parts, whole: parts.length > 1 ? index : inNetwork };
}

/** Reads in order by the index that is named; `offset` passes over hits. One round trip. */
export async function readInOrder(
  { devices }: InventoryModels,
  query: OrderedQuery,
  { index, offset = 0 }: { index: string; offset?: number },
): Promise<Hit[]> {
  const { filter, order, limit } = query;
  const found = await devices
    .find({ ...filter, ...beyond(query) }, FOUND)
    .sort(sorting(order))
    .hint(index)
    .skip(offset)
    .limit(limit)
    .batchSize(limit + 1)
    .lean<Found[]>();
  return asHits(found, order.column);
}

/**
 * Reads in order from the device at `offset` on, which is looked for when it is far down. One round trip, and those
 * of `placeAt`.
 */
export async function readFrom(
  models: InventoryModels,
  query: OrderedQuery,
  { index, idIndex, offset }: { index: string; idIndex: string; offset: number },
): Promise<Hit[]> {
  const { filter, order } = query;
  const stretch = { filter, index, idIndex, ...order };
  const { at, skip } = await placeAt(models, stretch, offset);
  const begun = at ? { ...query, start: { at, inclusive: true } } : query;
  return readInOrder(models, begun, { index, offset: skip });
}

/** Everything of the index, in order. One round trip for each of its parts, at once. */
export async function readIndex(
  models: InventoryModels,
  { index, parts }: WalkedIndex,
  query: Omit<OrderedQuery, 'filter'>,
): Promise<Hit[]> {
  const lists = await Promise.all(
    parts.map((filter) => readInOrder(models, { ...query, filter }, { index })),
  );
  return merge(lists, query.order).slice(0, query.limit);
}

/**
 * Reads in order, but looks at no more than `rows` devices of each part of the index; so it may give fewer hits than
 * there are. One round trip for each part, at once, and one more for one that gives fewer than `limit`.
 * @returns complete: whether there are no more hits up to the limit
 */
export async function walkInOrder(
  models: InventoryModels,
  { index, parts }: WalkedIndex,
  query: OrderedQuery,
  rows: number,
): Promise<{ hits: Hit[]; complete: boolean }> {
  const walks = await Promise.all(parts.map((within) => walkPart(models, within, index, query, rows)));
  return {
    hits: merge(
      walks.map((walk) => walk.hits),
      query.order,
    ).slice(0, query.limit),
    complete: walks.every((walk) => walk.complete),
  };
}

async function walkPart(
  { devices }: InventoryModels,
  within: DeviceFilter,
  index: string,
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
  const found = await devices.aggregate<Found>(stages, { hint: index, batchSize: limit + 1 });
  const hits = asHits(found, order.column);
  if (hits.length === limit) return { hits, complete: true };
  const next = await devices.findOne(range, { _id: 1 }).sort(sorting(order)).hint(index).skip(rows).lean();
  return { hits, complete: next === null };
}

/** Lists that are in order each, as one. */
function merge(lists: readonly Hit[][], { column, descending }: DeviceOrder): Hit[] {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const sign = descending ? -1 : 1;
  const keyed = lists.flat().map((hit) => ({ hit, key: keyAt(column, hit.position) ?? '' }));
  return keyed.sort((a, b) => sign * compareKeys(a.key, b.key)).map(({ hit }) => hit);
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
  return keyRange(KEYS[order.column].path, order, start);
}

function sorting({ column, descending }: OrderedQuery['order']): Record<string, 1 | -1> {
  return { [KEYS[column].path]: descending ? -1 : 1 };
}

function asHits(found: readonly Found[], column: DeviceColumn): Hit[] {
  return found.map(({ sort, ...device }) => ({
    device,
    position: positionOf(column, keyIn({ ...device, sort }, column), device._id),
  }));
}
