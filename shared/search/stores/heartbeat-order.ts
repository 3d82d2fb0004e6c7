import { batchesOf } from '../../platform/mongo/batches.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { SHOWN } from '../../inventory/stores/device-store.js';
import { offsetOf, positionOf, type DeviceOrder, type PageStart } from '../domain/device-order.js';
import type { HeardRange } from '../domain/heard-range.js';
import { batchFor, nextBatch } from '../domain/walk-batch.js';
import { keyRange, type DeviceQuery, type Hit } from './key-order.js';
import type { Walked } from './range-order.js';

/** Devices in the order of their last heartbeat, which is stored in another collection. */
export interface HeartbeatQuery {
  readonly organisationId: number;
  readonly filter: DeviceQuery;
  readonly order: DeviceOrder;
  readonly start: PageStart;
  readonly limit: number;
  /** Only devices that were last heard in this range; all of them unless given. */
  readonly heard?: HeardRange | undefined;
}

type Key = Pick<DeviceStateRecord, '_id' | 'sortKey'>;

const PATH = 'sortKey';
const BY_ID = '_id_';
/** So many states are read at once; their devices are looked up in several batches at the same time. */
const MAX_STATES = 4000;
/** Ids and keys are small: they all come in one answer. */
const ALL = 1_000_000;
/** A command holds 16 MB at most: a million ids would not fit. */
const IDS_AT_ONCE = 20_000;

/** How far a walk goes, and after how many states it expects what it looks for. */
export interface Reach {
  readonly rows: number;
  readonly first: number;
}

/** Reads the first states in order, and their devices, all of which pass the filter. */
export async function readHeartbeats(models: InventoryModels, query: HeartbeatQuery): Promise<Hit[]> {
  const hits: Hit[] = [];
  let { start } = query;
  // Devices may leave between the queries, so that states can give fewer hits.
  for (;;) {
    const missing = query.limit - hits.length;
    const states = await statesFrom(models, query, start, missing, offsetOf(start));
    hits.push(...(await devicesOf(models, query.filter, states)));
    const last = states.at(-1);
    if (states.length < missing || hits.length >= query.limit || !last) return hits;
    start = behind(last);
  }
}

/** Walks the states in order, `rows` at most, and takes the devices of each batch that pass the filter. */
export async function walkHeartbeats(
  models: InventoryModels,
  query: HeartbeatQuery,
  { rows, first }: Reach,
): Promise<Walked> {
  const wanted = offsetOf(query.start) + query.limit;
  const hits: Hit[] = [];
  const ended = (complete: boolean): Walked => ({
    hits: hits.slice(offsetOf(query.start), wanted),
    complete,
  });
  let { start } = query;
  let size = batchFor(wanted, wanted / first, MAX_STATES);
  for (let walked = 0; walked < rows;) {
    const states = await statesFrom(models, query, start, size);
    hits.push(...(await devicesOf(models, query.filter, states)));
    const last = states.at(-1);
    if (states.length < size || hits.length >= wanted || !last) return ended(true);
    start = behind(last);
    walked += size;
    size = nextBatch(wanted - hits.length, { walked, kept: hits.length }, MAX_STATES);
  }
  return ended(false);
}

function behind({ _id, sortKey }: Key): PageStart {
  return { at: positionOf('lastHeartbeatAt', sortKey, _id), inclusive: false };
}

function statesFrom(
  { deviceStates }: InventoryModels,
  query: HeartbeatQuery,
  start: PageStart,
  limit: number,
  skip = 0,
): Promise<Key[]> {
  return deviceStates
    .find({ organisationId: query.organisationId, ...heardFrom(query, start) }, { sortKey: 1 })
    .sort({ [PATH]: query.order.descending ? -1 : 1 })
    .skip(skip)
    .limit(limit)
    .batchSize(limit + 1)
    .lean<Key[]>();
}

/** Finds all devices that pass the filter by `index`, then sorts their states: for few devices. */
export async function sortByHeartbeat(
  models: InventoryModels,
  query: HeartbeatQuery & { readonly index: string | null },
): Promise<Hit[]> {
  const { organisationId, filter, order, start, limit } = query;
  const found = await models.devices
    .find(filter, { _id: 1 })
    .hint(query.index ?? 'organisation_id')
    .batchSize(ALL)
    .lean<Pick<Key, '_id'>[]>();
  const ids = found.map((device) => device._id);
  const states: Key[] = [];
  for (const batch of batchesOf(ids, IDS_AT_ONCE)) {
    const some = await models.deviceStates
      .find({ organisationId, _id: { $in: batch }, ...heardFrom(query, start) }, { sortKey: 1 })
      .hint(BY_ID)
      .batchSize(ALL)
      .lean<Key[]>();
    for (const state of some) states.push(state);
  }
  // Keys are ASCII, so JavaScript and the database order them alike.
  const sign = order.descending ? -1 : 1;
  states.sort((one, other) => (one.sortKey < other.sortKey ? -sign : sign));
  const hits: Hit[] = [];
  // Devices may leave between the queries, so that a slice can give fewer hits than states.
  for (let at = offsetOf(start); at < states.length && hits.length < limit;) {
    const next = states.slice(at, at + limit - hits.length);
    hits.push(...(await devicesOf(models, filter, next)));
    at += next.length;
  }
  return hits;
}

/**
 * The condition on the sort key: within the range and from the start on. It has one bound for each end, because the
 * database would begin at the wider one of two.
 */
function heardFrom({ order, heard = {} }: HeartbeatQuery, start: PageStart): Record<string, object> {
  const range = keyRange(PATH, order, start)[PATH] ?? {};
  const { from, before } = heard;
  const [first] = [range['$gt'], range['$gte']].filter((key) => key !== undefined);
  const [last] = [range['$lt'], range['$lte']].filter((key) => key !== undefined);
  const bounds = {
    ...range,
    ...(from !== undefined && (first === undefined || first < from) ? { $gt: undefined, $gte: from } : {}),
    ...(before !== undefined && (last === undefined || last >= before)
      ? { $lte: undefined, $lt: before }
      : {}),
  };
  const kept = Object.entries(bounds).filter(([, key]) => key !== undefined);
  return kept.length > 0 ? { [PATH]: Object.fromEntries(kept) } : {};
}

/** The devices of these states that pass the filter, in the order of the states. */
async function devicesOf(
  { devices }: InventoryModels,
  filter: DeviceQuery,
  states: readonly Key[],
): Promise<Hit[]> {
  const found = await Promise.all(
    batchesOf(states).map((batch) =>
      devices
        .find({ $and: [filter, { _id: { $in: batch.map((state) => state._id) } }] }, SHOWN)
        .hint(BY_ID)
        .batchSize(batch.length + 1)
        .lean(),
    ),
  );
  const byId = new Map(found.flat().map((device) => [device._id, device]));
  return states.flatMap(({ _id, sortKey }) => {
    const device = byId.get(_id);
    return device ? [{ device, position: positionOf('lastHeartbeatAt', sortKey, _id) }] : [];
  });
}
