import type { Scope } from '../../access/domain/access.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { deviceScope } from '../../inventory/stores/device-scope.js';
import { offsetOf, type DeviceOrder, type PageStart } from '../domain/device-order.js';
import type { DeviceSamples } from './device-samples.js';
import { sortByHeartbeat, walkHeartbeats } from './heartbeat-order.js';
import {
  KEYS,
  listIndex,
  readInOrder,
  readRanges,
  type DeviceKeyOrder,
  type Hit,
  type ListIndex,
} from './key-order.js';
import { readByNetwork } from './network-order.js';
import { planOf } from './planned-search.js';
import { seek } from './seek.js';

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
      if ('at' in start || idIndex === null) return readInOrder(models, query, index);
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
