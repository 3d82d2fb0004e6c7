import type { Scope } from '../../access/domain/access.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { offsetOf, type DeviceOrder, type PageStart } from '../domain/device-order.js';
import type { DeviceSamples } from './device-samples.js';
import { sortByHeartbeat, walkHeartbeats } from './heartbeat-order.js';
import {
  KEYS,
  readInOrder,
  readRanges,
  type DeviceKeyOrder,
  type Hit,
  type DeviceColumn,
  type DeviceFilter,
} from './key-order.js';
import { readByNetwork } from './network-order.js';
import { planOf } from './search-plan.js';
import { NEAR, seek } from './seek.js';

export interface DeviceSearch {
  /** Folded words, as searchWords returns them; a hit contains all of them. */
  readonly words: readonly string[];
  readonly order: DeviceOrder;
}

export interface DeviceSearchStore {
  /** At most `limit` hits from a start on. */
  page(scope: Scope, search: DeviceSearch, start: PageStart, limit: number): Promise<Hit[]>;
  count(scope: Scope, words: readonly string[]): Promise<number>;
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
    const { scope, words, order, start, limit } = page;
    const index = listIndex(scope, order.column);
    const listed = words.length === 0 ? await list(page, index) : null;
    if (listed) return listed;
    const { filter, plan, access } = await planOf(samples, scope, words, index.inScope);
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
    const { scope, words, start, limit } = page;
    const { organisationId } = scope;
    if (words.length === 0 && scope.networkIds === 'all' && scope.unassigned) {
      return (await walkHeartbeats(models, { ...page, organisationId, filter: deviceScope(scope) })).hits;
    }
    const { filter, plan, access } = await planOf(samples, scope, words, false);
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
  };
}

/** The index that a list is read from: it holds the devices in scope, or all of the organisation among which they are. */
export interface ListIndex {
  readonly index: string;
  readonly inScope: boolean;
  /** Ranges of the index. Each is in order; together they are not. */
  readonly ranges: readonly DeviceFilter[];
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
