import type { Scope } from '../domain/access.js';
import type { DeviceOrder } from '../domain/device-order.js';
import { walksToOffset } from '../domain/search-plan.js';
import type { Models } from '../models/models.js';
import type { DeviceSamples } from './device-samples.js';
import { deviceScope } from './device-scope.js';
import { sortByHeartbeat, walkHeartbeats } from './heartbeat-order.js';
import { readInOrder, walkInOrder, type DeviceColumn, type Hit, type Start } from './key-order.js';
import { LOOKUP_INDEX, planOf } from './planned-search.js';

export interface DeviceSearch {
  /** Folded words, as domain/device-search.ts makes them; every one must be found. */
  readonly words: readonly string[];
  readonly order: DeviceOrder;
}

export interface DeviceSearchStore {
  /**
   * The hits from a start (null: the beginning), at most `limit`. One round trip, at most three; in the order of
   * heartbeats three, or two for each 1,000 devices that are walked over.
   */
  page(scope: Scope, search: DeviceSearch, start: Start | null, limit: number): Promise<Hit[]>;
  /** The hits from the one at `offset` (0 is the first), at most `limit`. The same round trips. */
  pageAt(scope: Scope, search: DeviceSearch, offset: number, limit: number): Promise<Hit[]>;
  /** How many hits there are. One round trip. */
  count(scope: Scope, words: readonly string[]): Promise<number>;
}

interface Wanted {
  readonly scope: Scope;
  readonly words: readonly string[];
  readonly order: DeviceOrder;
  readonly start: Start | null;
  readonly offset: number;
  readonly limit: number;
}

type WantedInOrder = Wanted & { readonly order: { readonly column: DeviceColumn } };

const STATES_AT_ONCE = 1000;

/** Lists and searches of devices in every order. The scope is part of every query. */
export function createDeviceSearchStore(models: Models, samples: DeviceSamples): DeviceSearchStore {
  async function searchInOrder(wanted: WantedInOrder): Promise<Hit[]> {
    const { scope, words, offset, limit } = wanted;
    const { filter, lookup, sampled, plan } = await planOf(samples, scope, words);
    const query = { ...wanted, filter };
    const chosen = plan(limit);
    if (chosen.kind === 'scope' || lookup === null) return readInOrder(models, query, { offset });
    if (chosen.kind === 'walk' && offset === 0) {
      const walked = await walkInOrder(models, deviceScope(scope), query, chosen.rows);
      if (walked.complete) return walked.hits;
    }
    if (offset > 0 && walksToOffset(sampled, offset + limit)) return readInOrder(models, query, { offset });
    return readInOrder(
      models,
      { ...query, filter: { ...filter, ...lookup } },
      { index: LOOKUP_INDEX, offset },
    );
  }

  async function inOrderOfHeartbeats(wanted: Wanted): Promise<Hit[]> {
    const { scope, words, offset, limit } = wanted;
    const { organisationId } = scope;
    const { filter, lookup, sampled, plan } = await planOf(samples, scope, words);
    const query = { ...wanted, organisationId, filter };
    if (words.length === 0 && scope.networkIds === 'all' && scope.unassigned) {
      const stride = { batch: limit, rows: Infinity, skip: offset };
      return (await walkHeartbeats(models, { ...query, offset: 0 }, stride)).hits;
    }
    const chosen = plan(offset + limit);
    if (chosen.kind === 'walk') {
      const rows = (chosen.rows * sampled.sampled) / sampled.inScope;
      const walked = await walkHeartbeats(models, query, { batch: STATES_AT_ONCE, rows, skip: 0 });
      if (walked.complete) return walked.hits;
    }
    if (chosen.kind === 'scope' || lookup === null) return sortByHeartbeat(models, query);
    return sortByHeartbeat(models, { ...query, filter: { ...filter, ...lookup } }, LOOKUP_INDEX);
  }

  function read(wanted: Wanted): Promise<Hit[]> {
    const { scope, words, order, offset } = wanted;
    const { column } = order;
    if (column === 'lastHeartbeatAt') return inOrderOfHeartbeats(wanted);
    const inOrder = { ...wanted, order: { ...order, column } };
    if (words.length > 0) return searchInOrder(inOrder);
    return readInOrder(models, { ...inOrder, filter: deviceScope(scope) }, { offset });
  }

  return {
    page: (scope, search, start, limit) => read({ scope, ...search, start, offset: 0, limit }),
    pageAt: (scope, search, offset, limit) => read({ scope, ...search, start: null, offset, limit }),

    async count(scope, words) {
      const { filter, lookup, plan } = await planOf(samples, scope, words);
      if (lookup === null || plan(1).kind === 'scope') return models.devices.countDocuments(filter);
      return models.devices.countDocuments({ ...filter, ...lookup }, { hint: LOOKUP_INDEX });
    },
  };
}
