import { batchesOf } from '../../platform/mongo/batches.js';
import { positionOf, type DeviceOrder } from '../domain/device-order.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { LISTED } from '../../inventory/stores/device-store.js';
import { keyRange, type Hit, type Start } from './key-order.js';
import type { DeviceFilter } from './search-filter.js';

/** Devices in the order of their last heartbeat, which is kept in another collection. */
export interface HeartbeatQuery {
  readonly organisationId: number;
  readonly filter: DeviceFilter;
  readonly order: DeviceOrder;
  readonly start: Start | null;
  readonly offset: number;
  readonly limit: number;
}

/** How far a walk goes: it reads `batch` states at once, `rows` at most, and passes over the first `skip`. */
export interface Stride {
  readonly batch: number;
  readonly rows: number;
  readonly skip: number;
}

type Key = Pick<DeviceStateRecord, '_id' | 'sortKey'>;

const PATH = 'sortKey';
const BY_ID = '_id_';
/** Ids and keys are small: they all come in one answer. */
const ALL = 1_000_000;
/** A command holds 16 MB at most: a million ids would not fit. */
const IDS_AT_ONCE = 20_000;

/**
 * Walks the states in order and takes the devices of each batch that pass the filter. Two round trips a batch.
 * @returns complete: whether there are no more hits up to the limit
 */
export async function walkHeartbeats(
  models: InventoryModels,
  query: HeartbeatQuery,
  { batch, rows, skip }: Stride,
): Promise<{ hits: Hit[]; complete: boolean }> {
  const { organisationId, order, offset, limit } = query;
  const hits: Hit[] = [];
  let { start } = query;
  for (let walked = 0; walked < rows; walked += batch) {
    const states = await models.deviceStates
      .find({ organisationId, ...keyRange(PATH, order, start) }, { sortKey: 1 })
      .sort({ [PATH]: order.descending ? -1 : 1 })
      .skip(start === query.start ? skip : 0)
      .limit(batch)
      .batchSize(batch + 1)
      .lean<Key[]>();
    hits.push(...(await devicesOf(models, query.filter, states)));
    const last = states.at(-1);
    const complete = states.length < batch || hits.length >= offset + limit;
    if (complete || !last) return { hits: hits.slice(offset, offset + limit), complete: true };
    start = { at: positionOf('lastHeartbeatAt', last.sortKey, last._id), inclusive: false };
  }
  return { hits: hits.slice(offset), complete: false };
}

/**
 * Finds all devices that pass the filter first, then sorts their states: for few devices. `index` names the index
 * to find them by. Three round trips, one more for every further 20,000 hits, and more when devices leave meanwhile.
 */
export async function sortByHeartbeat(
  models: InventoryModels,
  query: HeartbeatQuery & { readonly index: string | null },
): Promise<Hit[]> {
  const { organisationId, filter, order, offset, limit } = query;
  const found = await models.devices
    .find(filter, { _id: 1 })
    .hint(query.index ?? 'organisation_id')
    .batchSize(ALL)
    .lean<Pick<Key, '_id'>[]>();
  const ids = found.map((device) => device._id);
  const states: Key[] = [];
  for (const batch of batchesOf(ids, IDS_AT_ONCE)) {
    const some = await models.deviceStates
      .find({ organisationId, _id: { $in: batch }, ...keyRange(PATH, order, query.start) }, { sortKey: 1 })
      .hint(BY_ID)
      .batchSize(ALL)
      .lean<Key[]>();
    for (const state of some) states.push(state);
  }
  // Keys are ASCII, so JavaScript and the database order them alike.
  const sign = order.descending ? -1 : 1;
  states.sort((one, other) => (one.sortKey < other.sortKey ? -sign : sign));
  const hits: Hit[] = [];
  for (let at = offset; at < states.length && hits.length < limit;) {
    const next = states.slice(at, at + limit - hits.length);
    hits.push(...(await devicesOf(models, filter, next)));
    at += next.length;
  }
  return hits;
}

/** The devices of these states that pass the filter, in the order of the states. */
async function devicesOf(
  { devices }: InventoryModels,
  filter: DeviceFilter,
  states: readonly Key[],
): Promise<Hit[]> {
  if (states.length === 0) return [];
  const found = await devices
    .find({ $and: [filter, { _id: { $in: states.map((state) => state._id) } }] }, LISTED)
    .hint(BY_ID)
    .batchSize(states.length + 1)
    .lean();
  const byId = new Map(found.map((device) => [device._id, device]));
  return states.flatMap(({ _id, sortKey }) => {
    const device = byId.get(_id);
    return device ? [{ device, position: positionOf('lastHeartbeatAt', sortKey, _id) }] : [];
  });
}
