import type { Scope } from '../../access/domain/access.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { offsetOf, type DeviceOrder, type PageStart } from '../domain/device-order.js';
import { ANY_DEVICE, matchedFields, type DeviceMatch } from '../domain/device-match.js';
import { inRange, type HeardRange } from '../domain/heard-range.js';
import type { DeviceSamples } from './device-samples.js';
import { heardAmong } from './heard-among.js';
import { sortByHeartbeat, walkHeartbeats } from './heartbeat-order.js';
import {
  KEYS,
  readInOrder,
  readRanges,
  type DeviceKeyOrder,
  type Hit,
  type DeviceColumn,
  type DeviceQuery,
} from './key-order.js';
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

export interface DeviceSearchStore {
  /** At most `limit` hits from a start on. */
  page(scope: Scope, search: DeviceSearch, start: PageStart, limit: number): Promise<Hit[]>;
  count(scope: Scope, words: readonly string[]): Promise<number>;
  /** Counts the hits of words and a match, up to a limit. */
  countUpTo(scope: Scope, search: Pick<DeviceSearch, 'words' | 'match'>, limit: number): Promise<number>;
  /** Which of at most 1,000 devices were last heard in the range. */
  heardAmong(organisationId: number, heard: HeardRange, ids: readonly number[]): Promise<ReadonlySet<number>>;
  countHeard(organisationId: number, heard: HeardRange, limit: number): Promise<number>;
  /** The ids of devices of an organisation that were last heard in the range, up to a limit, in any order. */
  heardIds(organisationId: number, heard: HeardRange, limit: number): Promise<number[]>;
}

interface Page extends DeviceSearch {
  readonly scope: Scope;
  readonly start: PageStart;
  readonly limit: number;
}

type KeyPage = Page & { readonly order: DeviceKeyOrder };

/** Lists and searches devices in every order. The scope is part of every query. */
export function createDeviceSearchStore(models: InventoryModels, samples: DeviceSamples): DeviceSearchStore {
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
    // The index of a value has its devices in order of id.
    if (words.length === 0 && field && others.length === 0 && order.column === 'id' && index.inScope) {
      const filter = { organisationId: scope.organisationId, ...field.filter };
      if (scope.networkIds === 'all' && scope.unassigned)
        return readInOrder(models, { ...page, filter }, field.index);
    }
    const { filter, plan, access } = await planOf(samples, scope, words, index.inScope, match);
    const { walk, read } = plan(offsetOf(start) + limit);
    if (walk > 0) {
      if (offsetOf(start) > 0) return readInOrder(models, { ...page, filter }, index.whole);
      const { hits, complete } = await readRanges(models, index, page, { filter, rows: walk });
      if (complete) return hits;
    }
    const found = access(read);
    return readInOrder(models, { ...page, filter: found.filter }, found.index ?? index.whole);
  }

  async function inOrderOfHeartbeats(page: Page): Promise<Hit[]> {
    const { scope, words, start, limit, match } = page;
    const { organisationId } = scope;
    const isAny = words.length === 0 && matchedFields(match ?? ANY_DEVICE).length === 0;
    if (isAny && scope.networkIds === 'all' && scope.unassigned) {
      return (await walkHeartbeats(models, { ...page, organisationId, filter: deviceScope(scope) })).hits;
    }
    const { filter, plan, access } = await planOf(samples, scope, words, false, match);
    const { walk, read } = plan(offsetOf(start) + limit);
    if (walk > 0) {
      const { hits, complete } = await walkHeartbeats(models, { ...page, organisationId, filter }, walk);
      if (complete) return hits;
    }
    return sortByHeartbeat(models, { ...page, organisationId, ...access(read) });
  }

  return {
    async page(scope, search, start, limit) {
      const page = { scope, ...search, start, limit };
      const { column } = page.order;
      if (column === 'lastHeartbeatAt') return inOrderOfHeartbeats(page);
      return inOrderOfKeys({ ...page, order: { ...page.order, column } });
    },

    async count(scope, words) {
      const { cheapest, access } = await planOf(samples, scope, words, true);
      const { filter, index } = access(cheapest());
      return models.devices.countDocuments(filter, { hint: index ?? KEYS.id.index });
    },

    async countUpTo(scope, { words, match }, limit) {
      const { cheapest, access } = await planOf(samples, scope, words, true, match);
      const { filter, index } = access(cheapest());
      return models.devices.countDocuments(filter, { hint: index ?? KEYS.id.index, limit });
    },

    heardAmong: (organisationId, heard, ids) => heardAmong(models, organisationId, heard, ids),

    countHeard: (organisationId, heard, limit) =>
      models.deviceStates.countDocuments(
        { organisationId, sortKey: inRange(heard) },
        { hint: 'organisation_heartbeat', limit },
      ),

    async heardIds(organisationId, heard, limit) {
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
const MAX_NETWORKS = 150;

/** Prefers the index by network, which holds nothing that the caller may not see. */
function listIndex(scope: Scope, column: DeviceColumn): ListIndex {
  const { organisationId, networkIds, unassigned } = scope;
  const { index, inNetwork } = KEYS[column];
  const all = networkIds === 'all';
  // The database merges the ranges of several networks by a text, but not by the id.
  if (inNetwork === undefined || all || networkIds.length > (column === 'id' ? 1 : MAX_NETWORKS)) {
    const idIndex = KEYS.id.index;
    return { index, inScope: all && unassigned, ranges: [{ organisationId }], whole: index, idIndex };
  }
  // Unassigned devices are a range of their own: the database does not merge a list that contains null.
  const assigned = { organisationId, locationNetworkId: { $in: [...networkIds] } };
  const ranges = [
    ...(networkIds.length > 0 ? [assigned] : []),
    ...(unassigned ? [{ organisationId, locationNetworkId: null }] : []),
  ];
  const idIndex = networkIds.length <= 1 ? (KEYS.id.inNetwork ?? null) : null;
  return { index: inNetwork, inScope: true, ranges, whole: ranges.length > 1 ? index : inNetwork, idIndex };
}
