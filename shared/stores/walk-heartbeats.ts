import type { QueryFilter } from 'mongoose';
import { positionOf, type SortKey } from '../domain/device-order.js';
import type { DeviceRecord } from '../models/device.js';
import type { DeviceStateRecord } from '../models/device-state.js';
import type { Models } from '../models/models.js';
import { LISTED } from './device-store.js';
import type { Hit } from './device-search-store.js';

export interface HeartbeatWalk {
  readonly organisationId: number;
  /** Which devices count. */
  readonly filter: QueryFilter<DeviceRecord>;
  readonly descending: boolean;
  readonly after: SortKey | null;
  readonly offset: number;
  readonly limit: number;
}

const BATCH = 1000;

/**
 * Devices in order of their last heartbeat, which is kept in another collection: walks the states in order and
 * takes the devices of each batch that pass the filter. Two round trips a batch of 1,000 states.
 */
export async function walkHeartbeats(
  models: Models,
  { organisationId, filter, descending, after, offset, limit }: HeartbeatWalk,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  let from = after;
  while (hits.length < offset + limit) {
    const states = await models.deviceStates
      .find(
        {
          organisationId,
          ...(from === null ? {} : { sortKey: { [descending ? '$lt' : '$gt']: from } }),
        },
        { sortKey: 1 },
      )
      .sort({ sortKey: descending ? -1 : 1 })
      .limit(BATCH)
      .lean<Pick<DeviceStateRecord, '_id' | 'sortKey'>[]>();
    const found = await models.devices
      .find({ $and: [filter, { _id: { $in: states.map((state) => state._id) } }] }, LISTED)
      .lean();
    const byId = new Map(found.map((device) => [device._id, device]));
    for (const { _id, sortKey } of states) {
      const device = byId.get(_id);
      if (device) hits.push({ device, position: positionOf('lastHeartbeatAt', sortKey, _id) });
    }
    const last = states.at(-1);
    if (!last || states.length < BATCH) break;
    from = last.sortKey;
  }
  return hits.slice(offset, offset + limit);
}
