import {
  isIndexed,
  type ConfigurationFilter,
} from '../../configuration/records/domain/device-configuration.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import type { DeviceMatch } from '../domain/device-match.js';
import type { DeviceOrder, PageStart, Position, SortColumn } from '../domain/device-order.js';
import { isNeverHeard, type HeardRange } from '../domain/heard-range.js';
import type { Hit } from '../stores/key-order.js';
import { isUnfiltered, type DeviceListQuery, type ListStores } from './device-query.js';
import { pageOf, walk, type Page, type WalkBounds } from './walk-order.js';

/** Which page of a list to read. */
interface PageRequest {
  readonly order: DeviceOrder;
  readonly start: PageStart;
  readonly perPage: number;
}

type HeardQuery = DeviceListQuery & { readonly heard: HeardRange };

/** So many devices of a state are read together and sorted; more are found by a walk through the order. */
const FEW = 2000;
/** A walk for devices of a state ends after so many: the page may be short and still have a next one. */
const MAX_WALKED = 10_000;
/** The same for a state of the configuration, which takes several records of each device. */
const MAX_EXAMINED = 5000;
/** The share of the devices that a walk expects to keep: most of them, or few when it looks for those never heard. */
const EXPECTED = 0.9;
const EXPECTED_NEVER_HEARD = 0.05;

/** Chooses how the devices of a page are found, and reads them. */
export function readPage(
  stores: ListStores,
  query: DeviceListQuery,
  order: DeviceOrder,
  start: PageStart,
  perPage: number,
): Promise<Page<Hit>> {
  const request = { order, start, perPage };
  const { heard, configuration } = query;
  if (configuration !== null) return readConfigured(stores, { ...query, configuration }, request);
  if (heard === null) return readFound(stores, query, request);
  if (isNeverHeard(heard)) return readNeverHeard(stores, { ...query, heard }, request);
  if (order.column === 'lastHeartbeatAt') return readFound(stores, query, request);
  return readHeard(stores, { ...query, heard }, request);
}

/** Reads what the search finds, and nothing else is asked of. The match of the query can be replaced. */
async function readFound(
  { deviceSearch }: ListStores,
  { scope, words, match: own, heard }: DeviceListQuery,
  { order, start, perPage }: PageRequest,
  match: DeviceMatch = own,
): Promise<Page<Hit>> {
  const inOrder = order.column === 'lastHeartbeatAt' && heard !== null ? { heard } : {};
  const search = { words, order, match, ...inOrder };
  const found = await deviceSearch.page(scope, search, start, perPage + 1);
  return pageOf(found, perPage, ({ position }) => position);
}

/** Walks what the search finds, and reads the devices that `among` names. */
async function readKept(
  { deviceSearch, devices }: ListStores,
  { scope, words, match }: DeviceListQuery,
  { order, start, perPage }: PageRequest,
  among: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
  bounds: Omit<WalkBounds, 'perPage'>,
): Promise<Page<Hit>> {
  const read = (from: PageStart, limit: number) =>
    deviceSearch.positions(scope, { words, order, match }, from, limit);
  const { hits, next } = await walk(among, read, start, { ...bounds, perPage });
  const found = await devices.findByIds(
    scope,
    hits.map(({ id }) => id),
  );
  const byId = new Map(found.map((device) => [device._id, device]));
  const withDevices = hits.flatMap((position) => {
    const device = byId.get(position.id);
    return device ? [{ device, position }] : [];
  });
  return { hits: withDevices, next };
}

/** Reads devices that were last heard in a range, in an order that is not that of heartbeats. */
async function readHeard(stores: ListStores, query: HeardQuery, request: PageRequest): Promise<Page<Hit>> {
  const { scope, match, heard } = query;
  const { organisationId } = scope;
  if ((await stores.deviceSearch.countHeard(organisationId, heard, FEW + 1)) <= FEW) {
    const ids = await stores.deviceSearch.heardIds(organisationId, heard, FEW + 1);
    return readFound(stores, query, request, { ...match, ids });
  }
  const among = (some: readonly number[]) => stores.deviceSearch.heardAmong(organisationId, heard, some);
  const expected = isNeverHeard(heard) ? EXPECTED_NEVER_HEARD : EXPECTED;
  return readKept(stores, query, request, among, { most: MAX_WALKED, expected });
}

/**
 * Reads devices that were never heard. Heartbeats have them in order of id, so both orders are read from what holds fewer
 * other devices: all of an organisation from its heartbeats, those of some networks from the networks.
 */
async function readNeverHeard(
  stores: ListStores,
  query: HeardQuery,
  request: PageRequest,
): Promise<Page<Hit>> {
  const { column, descending } = request.order;
  if (column !== 'id' && column !== 'lastHeartbeatAt') return readHeard(stores, query, request);
  const { networkIds, unassigned } = query.scope;
  const isWhole = networkIds === 'all' && unassigned;
  const isById = column === 'id' ? !(isWhole && isUnfiltered(query)) : !isWhole;
  const order: DeviceOrder = { column: isById ? 'id' : 'lastHeartbeatAt', descending };
  const inOrder = { ...request, order, start: neverHeardFrom(request.start, order.column) };
  const { hits, next } = await (isById ? readHeard : readFound)(stores, query, inOrder);
  const asAsked = (position: Position) => neverHeardAt(position.id, column);
  return {
    hits: hits.map((hit) => ({ ...hit, position: asAsked(hit.position) })),
    next: next && asAsked(next),
  };
}

function neverHeardFrom(start: PageStart, column: SortColumn): PageStart {
  return 'at' in start ? { ...start, at: neverHeardAt(start.at.id, column) } : start;
}

/** The position of a device that was never heard, in the order of ids or in that of heartbeats. */
function neverHeardAt(id: number, column: SortColumn): Position {
  return { value: column === 'id' ? id : '', id };
}

/**
 * Reads devices by their configuration. Those with a problem, and those that leave something out, are found by an index
 * while they are few; all others by a walk that examines 5,000 devices, so a page may be short and still have a next one.
 */
async function readConfigured(
  stores: ListStores,
  query: DeviceListQuery & { readonly configuration: ConfigurationFilter },
  request: PageRequest,
): Promise<Page<Hit>> {
  const { deviceSearch, configurationStates } = stores;
  const { scope, match, heard, configuration, canary } = query;
  const { organisationId } = scope;
  const among = async (ids: readonly number[]): Promise<ReadonlySet<number>> => {
    const met = await configurationStates.among(organisationId, configuration, ids, canary);
    return heard ? deviceSearch.heardAmong(organisationId, heard, [...met]) : met;
  };
  if (isIndexed(configuration)) {
    const candidates = await configurationStates.candidateIds(organisationId, configuration, FEW + 1);
    if (candidates.length <= FEW) {
      const kept = await Promise.all(batchesOf(candidates).map(among));
      const ids = kept.flatMap((some) => [...some]);
      return readFound(stores, { ...query, heard: null }, request, { ...match, ids });
    }
  }
  return readKept(stores, query, request, among, { most: MAX_EXAMINED, expected: EXPECTED });
}
