import { batchesOf } from '../../platform/mongo/batches.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { LISTED } from '../../inventory/stores/device-store.js';
import { offsetOf, positionOf, type DeviceOrder, type PageStart } from '../domain/device-order.js';
import type { HeardRange } from '../domain/heard-range.js';
import { keyRange, type DeviceQuery, type Hit, type Walked } from './key-order.js';

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
const WALK_BATCH = 1000;
/** Ids and keys are small: they all come in one answer. */
const ALL = 1_000_000;
/** A command holds 16 MB at most: a million ids would not fit. */
const IDS_AT_ONCE = 20_000;

/**
 * Walks the states in order, `rows` at most, and takes the devices of each batch that pass the filter. Without `rows`
 * the filter passes every device: the offset is then passed over in the states, and only the page is read.
 */
export async function walkHeartbeats(
  models: InventoryModels,
  query: HeartbeatQuery,
  rows = Infinity,
): Promise<Walked> {
  const { organisationId, order, limit } = query;
  const offset = offsetOf(query.start);
  const [batch, skip, from] = rows === Infinity ? [limit, offset, 0] : [WALK_BATCH, 0, offset];
  const hits: Hit[] = [];
  let { start } = query;
  for (let walked = 0; walked < rows; walked += batch) {
    const states = await models.deviceStates
      .find({ organisationId, ...heardFrom(query, start) }, { sortKey: 1 })
      .sort({ [PATH]: order.descending ? -1 : 1 })
      .skip(start === query.start ? skip : 0)
      .limit(batch)
      .batchSize(batch + 1)
      .lean<Key[]>();
    hits.push(...(await devicesOf(models, query.filter, states)));
    const last = states.at(-1);
    const complete = states.length < batch || hits.length >= from + limit;
    if (complete || !last) return { hits: hits.slice(from, from + limit), complete: true };
    start = { at: positionOf('lastHeartbeatAt', last.sortKey, last._id), inclusive: false };
  }
  return { hits: hits.slice(from), complete: false };
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
