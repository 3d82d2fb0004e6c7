import type { PipelineStage } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { compareKeys, keyAt, type DeviceOrder } from '../domain/device-order.js';
import {
  asHits,
  beyond,
  fieldsOf,
  KEYS,
  readInOrder,
  sorting,
  type DeviceColumn,
  type DeviceQuery,
  type Found,
  type Hit,
  type OrderedQuery,
} from './key-order.js';

/** The index that a list is read from: it holds the devices in scope, or all of the organisation among which they are. */
export interface ListIndex {
  readonly index: string;
  readonly inScope: boolean;
  /** Ranges of the index. Each is in order; together they are not. */
  readonly ranges: readonly DeviceQuery[];
  /** The index that has all ranges in one order. */
  readonly whole: string;
  /** The index that has the devices of a single range in order of id; null when there is none. */
  readonly idIndex: string | null;
}

/** The database merges at most a few hundred ranges of an index. */
const MAX_MERGED = 150;
/** So many ranges are read by a query each, all at once. */
const MAX_APART = 8;

/** Prefers the index by network, which holds nothing that the caller may not see. */
export function listIndex(scope: Scope, column: DeviceColumn): ListIndex {
  const { organisationId, networkIds, unassigned } = scope;
  const { index, inNetwork } = KEYS[column];
  const idIndex = KEYS.id.index;
  const whole = { index, ranges: [{ organisationId }], whole: index, idIndex };
  if (networkIds === 'all') return { ...whole, inScope: unassigned };
  const ranges = inNetwork === undefined ? null : rangesOf(scope, networkIds, column);
  if (inNetwork === undefined || ranges === null) return { ...whole, inScope: false };
  return {
    index: inNetwork,
    inScope: true,
    ranges,
    whole: ranges.length > 1 ? index : inNetwork,
    idIndex: networkIds.length <= 1 ? (KEYS.id.inNetwork ?? null) : null,
  };
}

/** The ranges of some networks in an index of networks; null for too many. */
function rangesOf(
  { organisationId, unassigned }: Scope,
  networkIds: readonly number[],
  column: DeviceColumn,
): DeviceQuery[] | null {
  // The database merges the ranges of several networks by a text, but not by the id; none with unassigned devices.
  const isMerged = column !== 'id' || networkIds.length === 1;
  const networks = isMerged && networkIds.length > 0 ? [{ $in: [...networkIds] }] : [...networkIds];
  if (networks.length > MAX_APART || networkIds.length > MAX_MERGED) return null;
  const ranges = networks.map((networkId) => ({ organisationId, locationNetworkId: networkId }));
  return unassigned ? [...ranges, { organisationId, locationNetworkId: null }] : ranges;
}

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
