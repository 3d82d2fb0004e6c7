import type { Scope } from '../../access/domain/access.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { offsetOf, type DeviceOrder, type PageStart, type Position } from '../domain/device-order.js';
import { ANY_DEVICE, matchedFields, type DeviceMatch } from '../domain/device-match.js';
import { inRange, type HeardRange } from '../domain/heard-range.js';
import type { DeviceSamples } from './device-samples.js';
import { countInRanges, countWithin, type BoundedCount, type CountBounds } from './bounded-count.js';
import { heardAmong } from './heard-among.js';
import { readHeartbeats, sortByHeartbeat, walkHeartbeats } from './heartbeat-order.js';
import { KEYS, readInOrder, type DeviceKeyOrder, type Hit } from './key-order.js';
import { listIndex, readRanges, type ListIndex } from './range-order.js';
import { readByNetwork } from './network-order.js';
import { planOf } from './search-plan.js';
import { NEAR, seek } from './seek.js';

export interface DeviceSearch {
  /** Folded words, as searchWords returns them; a hit contains all of them. */
  readonly words: readonly string[];
  readonly order: DeviceOrder;
  /** Every device unless given. */
  readonly match?: DeviceMatch | undefined;
  /** Every device unless given. Only in the order of heartbeats. */
  readonly heard?: HeardRange | undefined;
}

export type DeviceSearchStore = ReturnType<typeof createDeviceSearchStore>;

interface SearchRequest extends DeviceSearch {
  readonly scope: Scope;
  readonly start: PageStart;
  readonly limit: number;
  readonly positionsOnly?: boolean;
}

type KeyPage = SearchRequest & { readonly order: DeviceKeyOrder };

/** Lists and searches devices in every order. The scope is part of every query. */
export function createDeviceSearchStore(models: InventoryModels, samples: DeviceSamples) {
  /** Reads a list without words from its index. Null when no index leads to it. */
  async function list(page: KeyPage, listed: ListIndex): Promise<Hit[] | null> {
    const { scope, order, start } = page;
    const { index, idIndex, ranges, inScope } = listed;
    const [range] = ranges;
    if (inScope && range && ranges.length === 1) {
      const query = { ...page, filter: range };
      if ('at' in start || idIndex === null || start.offset < NEAR) return readInOrder(models, query, index);
      const filter = { ...range, organisationId: scope.organisationId };
      const { at, skip } = await seek(models, { filter, index, idIndex, order }, start.offset);
      return readInOrder(models, at ? { ...query, start: { at, inclusive: true } } : query, index, skip);
    }
    if (inScope && offsetOf(start) === 0) return (await readRanges(models, listed, page)).hits;
    return order.column === 'networkName' && scope.networkIds !== 'all' ? readByNetwork(models, page) : null;
  }

  async function inOrderOfKeys(page: KeyPage): Promise<Hit[]> {
    const { scope, words, order, start, limit, match } = page;
    const index = listIndex(scope, order.column);
    const [field, ...others] = matchedFields(match ?? ANY_DEVICE);
    const listed = words.length === 0 && field === undefined ? await list(page, index) : null;
    if (listed) return listed;
    const isOnly = words.length === 0 && others.length === 0;
    const isWhole = scope.networkIds === 'all' && scope.unassigned;
    // The index of a value has its devices in order of id.
    if (field && isOnly && isWhole && order.column === 'id') {
      const filter = { organisationId: scope.organisationId, ...field.filter };
      return readInOrder(models, { ...page, filter }, field.index);
    }
    const end = offsetOf(start) + limit;
    const isRanged = index.inScope && (index.ranges.length === 1 || offsetOf(start) === 0);
    const { filter, plan, access } = await planOf(samples, scope, words, isRanged, match);
    const { walk, read } = plan(end);
    if (walk > 0) {
      if (offsetOf(start) > 0) return readInOrder(models, { ...page, filter }, index.whole);
      const { hits, complete } = await readRanges(models, index, page, { filter, rows: walk });
      if (complete) return hits;
    }
    if (read === 'order' && isRanged) return (await readRanges(models, index, page, { filter })).hits;
    const found = access(read, index.whole);
    return readInOrder(models, { ...page, filter: found.filter }, found.index);
  }

  async function inOrderOfHeartbeats(page: SearchRequest): Promise<Hit[]> {
    const { scope, words, start, limit, match } = page;
    const { organisationId } = scope;
    const isAny = words.length === 0 && matchedFields(match ?? ANY_DEVICE).length === 0;
    if (isAny && scope.networkIds === 'all' && scope.unassigned)
      return readHeartbeats(models, { ...page, organisationId, filter: deviceScope(scope) });
    const { filter, plan, access } = await planOf(samples, scope, words, false, match);
    const { walk, distance, read } = plan(offsetOf(start) + limit);
    if (walk > 0) {
      const query = { ...page, organisationId, filter };
      const { hits, complete } = await walkHeartbeats(models, query, { rows: walk, first: distance });
      if (complete) return hits;
    }
    return sortByHeartbeat(models, { ...page, organisationId, ...access(read, KEYS.id.index) });
  }

  function read(page: SearchRequest): Promise<Hit[]> {
    const { column } = page.order;
    if (column === 'lastHeartbeatAt') return inOrderOfHeartbeats(page);
    return inOrderOfKeys({ ...page, order: { ...page.order, column } });
  }

  return {
    /** At most `limit` hits from a start on. */
    page: (scope: Scope, search: DeviceSearch, start: PageStart, limit: number): Promise<Hit[]> =>
      read({ scope, ...search, start, limit }),

    /** The positions of these hits, without the devices. */
    async positions(
      scope: Scope,
      search: DeviceSearch,
      start: PageStart,
      limit: number,
    ): Promise<Position[]> {
      const hits = await read({ scope, ...search, start, limit, positionsOnly: true });
      return hits.map(({ position }) => position);
    },

    async count(scope: Scope, words: readonly string[]): Promise<number> {
      const { cheapest, access } = await planOf(samples, scope, words, false);
      const { filter, index } = access(cheapest(), KEYS.id.index);
      return models.devices.countDocuments(filter, { hint: index });
    },

    /** Counts the hits of words and a match within bounds, by the index that has the fewest other devices. */
    async countWithin(
      scope: Scope,
      { words, match }: Pick<DeviceSearch, 'words' | 'match'>,
      bounds: CountBounds,
    ): Promise<BoundedCount> {
      const { filter, narrowest, access } = await planOf(samples, scope, words, false, match);
      const read = narrowest();
      const networks = listIndex(scope, 'name');
      if (read === 'scope' && networks.inScope) return countInRanges(models, networks, filter, bounds);
      return countWithin(models, access(read, KEYS.id.index), bounds);
    },

    /** Which of at most 1,000 devices were last heard in the range. */
    heardAmong: (
      organisationId: number,
      heard: HeardRange,
      ids: readonly number[],
    ): Promise<ReadonlySet<number>> => heardAmong(models, organisationId, heard, ids),

    countHeard: (organisationId: number, heard: HeardRange, limit: number): Promise<number> =>
      models.deviceStates.countDocuments(
        { organisationId, sortKey: inRange(heard) },
        { hint: 'organisation_heartbeat', limit },
      ),

    /** The ids of devices of an organisation that were last heard in the range, up to a limit, in any order. */
    async heardIds(organisationId: number, heard: HeardRange, limit: number): Promise<number[]> {
      const found = await models.deviceStates
        .find({ organisationId, sortKey: inRange(heard) }, { _id: 1 })
        .hint('organisation_heartbeat')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<{ _id: number }[]>();
      return found.map(({ _id }) => _id);
    },
  };
}
