import type { PipelineStage } from 'mongoose';
import type { InventoryModels } from '../../inventory/models/models.js';
import { compareKeys, keyAt, type DeviceOrder } from '../domain/device-order.js';
import {
  asHits,
  beyond,
  fieldsOf,
  readInOrder,
  sorting,
  type DeviceQuery,
  type Found,
  type Hit,
  type OrderedQuery,
} from './key-order.js';

/** What is searched for in ranges of an index. */
export interface RangeSearch {
  readonly filter: DeviceQuery;
  /** How many devices of each range are examined; every one of them unless given. */
  readonly rows?: number;
}

/** The hits that a walk found; complete: there are no more up to the limit. */
export interface Walked {
  readonly hits: Hit[];
  readonly complete: boolean;
}

/** Reads the ranges of an index at once, everything in them or the hits of a search, and merges them. */
export async function readRanges(
  models: InventoryModels,
  { index, ranges }: { index: string; ranges: readonly DeviceQuery[] },
  query: Omit<OrderedQuery, 'filter'>,
  search?: RangeSearch,
): Promise<Walked> {
  const found = await Promise.all(
    ranges.map(async (range) => {
      if (search?.rows !== undefined)
        return walkRange(models, { ...query, filter: range }, index, search.filter, search.rows);
      // The range is the narrower of two conditions on the network.
      const filter = { ...search?.filter, ...range };
      return { hits: await readInOrder(models, { ...query, filter }, index), complete: true };
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
  filter: DeviceQuery,
  rows: number,
): Promise<Walked> {
  const { order, limit } = query;
  const range = { ...query.filter, ...beyond(query) };
  const stages: PipelineStage[] = [
    { $match: range },
    { $sort: sorting(order) },
    { $limit: rows },
    { $match: filter },
    { $limit: limit },
    { $project: fieldsOf(query) },
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
