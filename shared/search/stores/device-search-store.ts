import type { Scope } from '../../access/domain/access.js';
import type { DeviceOrder } from '../domain/device-order.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import type { DeviceColumn } from './device-keys.js';
import type { DeviceSamples } from './device-samples.js';
import { deviceScope } from '../../inventory/stores/device-scope.js';
import { sortByHeartbeat, walkHeartbeats } from './heartbeat-order.js';
import { seekOffset } from '../../inventory/stores/id-order.js';
import {
  indexToWalk,
  readFrom,
  readIndex,
  readInOrder,
  walkInOrder,
  type Hit,
  type Start,
  type WalkedIndex,
} from './key-order.js';
import { readByNetwork } from './network-order.js';
import { planOf } from './planned-search.js';

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
  /** The hits from the one at `offset` (0 is the first), at most `limit`. The same round trips, and those of a far place. */
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
const BY_ID = 'organisation_id';
const IN_NETWORK = 'network_id';

/** Lists and searches of devices in every order. The scope is part of every query. */
export function createDeviceSearchStore(models: InventoryModels, samples: DeviceSamples): DeviceSearchStore {
  /** All devices of an organisation; a page far down costs one round trip more and no more than a near one. */
  async function listById(wanted: WantedInOrder): Promise<Hit[]> {
    const { organisationId } = wanted.scope;
    const { from, skip } = await seekOffset(models, organisationId, wanted.offset);
    const filter = from === 0 ? { organisationId } : { organisationId, _id: { $gte: from } };
    return readInOrder(models, { ...wanted, filter }, { index: BY_ID, offset: skip });
  }

  /** A list without words is a stretch of an index, for most callers and columns. */
  async function list(wanted: WantedInOrder, walked: WalkedIndex): Promise<Hit[] | null> {
    const { scope, order, offset } = wanted;
    const [only] = walked.parts;
    if (walked.inScope && only && walked.parts.length === 1) {
      if (walked.index === BY_ID && !order.descending) return listById(wanted);
      const query = { ...wanted, filter: only };
      // Devices of several networks have no order of ids together in which some could be sampled.
      if (scope.networkIds === 'all')
        return readFrom(models, query, { index: walked.index, idIndex: BY_ID, offset });
      if (scope.networkIds.length <= 1)
        return readFrom(models, query, { index: walked.index, idIndex: IN_NETWORK, offset });
      return readInOrder(models, query, { index: walked.index, offset });
    }
    if (walked.inScope && offset === 0) return readIndex(models, walked, wanted);
    return order.column === 'networkName' && scope.networkIds !== 'all'
      ? readByNetwork(models, wanted)
      : null;
  }

  async function inOrderOfKeys(wanted: WantedInOrder): Promise<Hit[]> {
    const { scope, words, order, offset, limit } = wanted;
    const walked = indexToWalk(scope, order.column);
    const listed = words.length === 0 ? await list(wanted, walked) : null;
    if (listed) return listed;
    const { filter, plan, access } = await planOf(samples, scope, words, walked.inScope);
    const { walk, read } = plan(offset + limit);
    if (walk > 0) {
      const query = { ...wanted, filter };
      if (offset > 0) return readInOrder(models, query, { index: walked.whole, offset });
      const { hits, complete } = await walkInOrder(models, walked, query, walk);
      if (complete) return hits;
    }
    const found = access(read);
    const index = found.index ?? walked.whole;
    return readInOrder(models, { ...wanted, filter: found.filter }, { index, offset });
  }

  async function inOrderOfHeartbeats(wanted: Wanted): Promise<Hit[]> {
    const { scope, words, offset, limit } = wanted;
    const query = { ...wanted, organisationId: scope.organisationId };
    if (words.length === 0 && scope.networkIds === 'all' && scope.unassigned) {
      const stride = { batch: limit, rows: Infinity, skip: offset };
      const everything = { ...query, filter: deviceScope(scope), offset: 0 };
      return (await walkHeartbeats(models, everything, stride)).hits;
    }
    const { filter, plan, access } = await planOf(samples, scope, words, false);
    const { walk, read } = plan(offset + limit);
    if (walk > 0) {
      const stride = { batch: STATES_AT_ONCE, rows: walk, skip: 0 };
      const { hits, complete } = await walkHeartbeats(models, { ...query, filter }, stride);
      if (complete) return hits;
    }
    return sortByHeartbeat(models, { ...query, ...access(read) });
  }

  function read(wanted: Wanted): Promise<Hit[]> {
    const { column } = wanted.order;
    if (column === 'lastHeartbeatAt') return inOrderOfHeartbeats(wanted);
    return inOrderOfKeys({ ...wanted, order: { ...wanted.order, column } });
  }

  return {
    page: (scope, search, start, limit) => read({ scope, ...search, start, offset: 0, limit }),
    pageAt: (scope, search, offset, limit) => read({ scope, ...search, start: null, offset, limit }),

    async count(scope, words) {
      const { cheapest, access } = await planOf(samples, scope, words, true);
      const { filter, index } = access(cheapest());
      return models.devices.countDocuments(filter, { hint: index ?? BY_ID });
    },
  };
}
