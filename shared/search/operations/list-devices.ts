import type { Caller } from '../../access/domain/access.js';
import type { DeviceView } from '../../inventory/stores/device-store.js';
import type { SearchDeps } from '../deps.js';
import type { DeviceFilter } from '../domain/device-filter.js';
import type { DeviceOrder, PageStart, Position } from '../domain/device-order.js';
import { readPage } from './device-page.js';
import { queryOf } from './device-query.js';
import { totalOf, type DeviceTotal } from './device-total.js';

export interface DeviceListRequest {
  readonly filter: DeviceFilter;
  readonly order: DeviceOrder;
  /** The position of the last device of the page before. */
  readonly after: Position | null;
  readonly perPage: number;
}

/** What a file of devices has: everything that passes the filter, from the first device on. */
export type DeviceExportRequest = Pick<DeviceListRequest, 'filter' | 'order'>;

export interface DeviceList extends DeviceTotal {
  readonly devices: readonly DeviceView[];
  /** Where the next page begins after; null on the last one. */
  readonly next: Position | null;
}

const EXPORT_BATCH = 500;

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
    totalOf(stores, query),
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
