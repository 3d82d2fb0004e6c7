import { readScope, type Caller, type Scope } from '../../access/domain/access.js';
import { isProblem, type ConfigurationStatus } from '../../inventory/domain/device-configuration.js';
import type { CanaryDefault } from '../../inventory/domain/network-configuration.js';
import { searchWords } from '../../inventory/domain/device-search.js';
import type { DeviceView } from '../../inventory/stores/device-store.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import { upSince } from '../../status/domain/heartbeat-time.js';
import type { SearchDeps } from '../deps.js';
import { narrowed, type DeviceFilter } from '../domain/device-filter.js';
import type { DeviceMatch } from '../domain/device-match.js';
import type { DeviceOrder, PageStart, Position } from '../domain/device-order.js';
import { heardRange, isNeverHeard, type HeardRange } from '../domain/heard-range.js';
import { pageOf, walk, WALK_BATCH, type Page } from './walk-order.js';

export interface DeviceListRequest {
  readonly filter: DeviceFilter;
  readonly order: DeviceOrder;
  /** The position of the last device of the page before. */
  readonly after: Position | null;
  readonly perPage: number;
}

/** What a file of devices has: everything that passes the filter, from the first device on. */
export type DeviceExportRequest = Pick<DeviceListRequest, 'filter' | 'order'>;

export interface DeviceList {
  readonly devices: readonly DeviceView[];
  /** Where the next page begins after; null on the last one. */
  readonly next: Position | null;
  /** Null when it was not counted. */
  readonly total: number | null;
  readonly isExact: boolean;
}

/** So many devices of a state are read together and sorted; more are found by a walk through the order. */
const FEW = 2000;
const EXPORT_BATCH = 500;
/** A walk for devices of a state ends after so many: the page may be short and still have a next one. */
const WALK_MOST = 10_000;
/** The same for a state of the configuration, which takes several records of each device. */
const EXAMINE_MOST = 5000;
/** Totals are counted up to here; texts take longer to compare. */
const COUNT_MOST = 10_000;
const COUNT_MOST_WORDS = 1000;

type Search = Pick<SearchDeps['stores'], 'deviceSearch' | 'devices' | 'configurationStates'>;

interface Query {
  readonly scope: Scope;
  readonly words: readonly string[];
  readonly match: DeviceMatch;
  readonly heard: HeardRange | null;
  readonly configuration: ConfigurationStatus | null;
  readonly canary: CanaryDefault;
}

/** Reads a page of the devices that the caller may see and that pass the filter (docs/console-api.md#list_devices). */
export async function listDevices(
  deps: SearchDeps,
  caller: Caller,
  { filter, order, after, perPage }: DeviceListRequest,
): Promise<DeviceList> {
  const { stores } = deps;
  const query = queryOf(deps, caller, filter);
  const start: PageStart = after ? { at: after, inclusive: false } : { offset: 0 };
  const [page, counted] = await Promise.all([
    readPage(stores, query, order, start, perPage),
    total(stores, query),
  ]);
  const { hits, next } = page;
  const isWhole = after === null && next === null;
  return {
    devices: await stores.devices.withStates(hits.map(({ device }) => device)),
    next,
    ...(isWhole ? { total: hits.length, isExact: true } : counted),
  };
}

/** Reads in batches all devices that the caller may see and that pass the filter. */
export async function* exportDevices(
  deps: SearchDeps,
  caller: Caller,
  { filter, order }: DeviceExportRequest,
): AsyncGenerator<DeviceView[], void, undefined> {
  const { stores } = deps;
  const query = queryOf(deps, caller, filter);
  for (let start: PageStart = { offset: 0 }; ;) {
    const { hits, next } = await readPage(stores, query, order, start, EXPORT_BATCH);
    yield await stores.devices.withStates(hits.map(({ device }) => device));
    if (next === null) return;
    start = { at: next, inclusive: false };
  }
}

function queryOf({ env, now }: SearchDeps, caller: Caller, filter: DeviceFilter): Query {
  return {
    scope: narrowed(readScope(caller), filter.networkId),
    words: searchWords(filter.search ?? ''),
    match: matchOf(filter),
    heard: heardRange(filter.state, filter.lastHeardBefore, upSince(now(), env.downAfterS)),
    configuration: filter.configuration ?? null,
    canary: env,
  };
}

function matchOf({ tagId, partNumber, version }: DeviceFilter): DeviceMatch {
  return {
    tagId: tagId ?? undefined,
    partNumber: partNumber ?? undefined,
    version: version ?? undefined,
  };
}

async function readPage(
  stores: Search,
  query: Query,
  order: DeviceOrder,
  start: PageStart,
  perPage: number,
): Promise<Page> {
  const { deviceSearch } = stores;
  const { scope, words, match, heard, configuration } = query;
  if (configuration !== null) return readInState(stores, { ...query, configuration }, order, start, perPage);
  if (heard === null || order.column === 'lastHeartbeatAt') {
    const search = { words, order, match, heard: heard ?? undefined };
    return pageOf(await deviceSearch.page(scope, search, start, perPage + 1), perPage);
  }
  if (order.column === 'id' && isNeverHeard(heard) && isUnfiltered(query) && scope.networkIds === 'all')
    return readNeverHeard(deviceSearch, { ...query, heard }, order, start, perPage);
  const ids = await deviceSearch.heardIds(scope.organisationId, heard, FEW + 1);
  if (ids.length <= FEW) {
    const search = { words, order, match: { ...match, ids } };
    return pageOf(await deviceSearch.page(scope, search, start, perPage + 1), perPage);
  }
  const among = (some: readonly number[]) => deviceSearch.heardAmong(scope.organisationId, heard, some);
  return walk(among, (from) => deviceSearch.page(scope, { words, order, match }, from, WALK_BATCH), start, {
    perPage,
    most: WALK_MOST,
  });
}

/**
 * Reads devices whose configuration is in a state. Those with a problem are found by their index while they are few; all
 * others by a walk that examines 5,000 devices, so a page may be short and still have a next one.
 */
async function readInState(
  { deviceSearch, configurationStates }: Search,
  query: Query & { readonly configuration: ConfigurationStatus },
  order: DeviceOrder,
  start: PageStart,
  perPage: number,
): Promise<Page> {
  const { scope, words, match, heard, configuration, canary } = query;
  const { organisationId } = scope;
  const among = async (ids: readonly number[]): Promise<ReadonlySet<number>> => {
    const inState = await configurationStates.among(organisationId, configuration, ids, canary);
    return heard ? deviceSearch.heardAmong(organisationId, heard, [...inState]) : inState;
  };
  if (isProblem(configuration)) {
    const candidates = await configurationStates.problemIds(organisationId, FEW + 1);
    if (candidates.length <= FEW) {
      const kept = await Promise.all(batchesOf(candidates).map(among));
      const ids = kept.flatMap((some) => [...some]);
      const found = await deviceSearch.page(
        scope,
        { words, order, match: { ...match, ids } },
        start,
        perPage + 1,
      );
      return pageOf(found, perPage);
    }
  }
  return walk(among, (from) => deviceSearch.page(scope, { words, order, match }, from, WALK_BATCH), start, {
    perPage,
    most: EXAMINE_MOST,
  });
}

/** Reads all devices that were never heard by id: in the order of heartbeats, they come in order of id. */
async function readNeverHeard(
  deviceSearch: Search['deviceSearch'],
  { scope, words, match, heard }: Query & { readonly heard: HeardRange },
  { descending }: DeviceOrder,
  start: PageStart,
  perPage: number,
): Promise<Page> {
  const search = { words, order: { column: 'lastHeartbeatAt', descending } as const, match, heard };
  const from: PageStart = 'at' in start ? { ...start, at: { value: '', id: start.at.id } } : start;
  const found = await deviceSearch.page(scope, search, from, perPage + 1);
  const byId = found.map(({ device }) => ({ device, position: { value: device._id, id: device._id } }));
  return pageOf(byId, perPage);
}

/** Whether nothing narrows the devices in scope, except a range of last heartbeats. */
function isUnfiltered({ words, match }: Pick<Query, 'words' | 'match'>): boolean {
  return words.length === 0 && Object.values(match).every((value) => value === undefined);
}

/** Counts what indexes count; with a state beside other conditions nothing is counted. */
async function total(
  { deviceSearch, devices }: Search,
  { scope, words, match, heard, configuration }: Query,
): Promise<{ total: number | null; isExact: boolean }> {
  if (configuration !== null) return { total: null, isExact: false };
  const isAny = isUnfiltered({ words, match });
  if (isAny && heard === null) return { total: (await devices.inventoryCounts(scope)).count, isExact: true };
  const most = words.length > 0 ? COUNT_MOST_WORDS : COUNT_MOST;
  if (heard === null) return upTo(most, await deviceSearch.countUpTo(scope, { words, match }, most + 1));
  if (!isAny || scope.networkIds !== 'all') return { total: null, isExact: false };
  return upTo(most, await deviceSearch.countHeard(scope.organisationId, heard, most + 1));
}

function upTo(most: number, count: number): { total: number; isExact: boolean } {
  return { total: Math.min(count, most), isExact: count <= most };
}
