import type { QueryFilter } from 'mongoose';
import type { Scope } from '../domain/access.js';
import { keyAt, positionOf, type DeviceOrder, type Position, type SortKey } from '../domain/device-order.js';
import type { DeviceRecord } from '../models/device.js';
import type { Models } from '../models/models.js';
import { searchFilter } from './device-search-filter.js';
import { LISTED, type DeviceListing } from './device-store.js';
import { walkHeartbeats } from './walk-heartbeats.js';

/** One device of a search, with its place in the order that was asked for. */
export interface Hit {
  readonly device: DeviceListing;
  readonly position: Position;
}

export interface DeviceSearch {
  /** Folded words, as domain/device-search.ts makes them; every one must be found. */
  readonly words: readonly string[];
  readonly order: DeviceOrder;
}

export interface DeviceSearchStore {
  /** The hits after a place (null: from the start), at most `limit`. */
  page(scope: Scope, search: DeviceSearch, after: Position | null, limit: number): Promise<Hit[]>;
  /** The hits from the one at `offset` (0 is the first), at most `limit`. */
  pageAt(scope: Scope, search: DeviceSearch, offset: number, limit: number): Promise<Hit[]>;
  /** How many hits there are. */
  count(scope: Scope, words: readonly string[]): Promise<number>;
}

/** Where the key of a column is stored in devices; the last heartbeat's is in device_states. */
const KEY_PATHS = {
  name: 'sort.name',
  macId: 'macId',
  routerSerialNumber: 'sort.routerSerialNumber',
  firmwareVersion: 'sort.firmwareVersion',
  networkName: 'sort.networkName',
  hpName: 'sort.hpName',
  activatedOn: 'sort.activatedOn',
  id: '_id',
} as const;

type DeviceColumn = keyof typeof KEY_PATHS;
type Found = DeviceListing & Pick<DeviceRecord, 'sort'>;

export function createDeviceSearchStore(models: Models): DeviceSearchStore {
  async function find(
    filter: QueryFilter<DeviceRecord>,
    column: DeviceColumn,
    descending: boolean,
    offset: number,
    limit: number,
  ): Promise<Hit[]> {
    const { sort: _, ...projection } = LISTED;
    const found = await models.devices
      .find(filter, projection)
      .sort({ [KEY_PATHS[column]]: descending ? -1 : 1 })
      .skip(offset)
      .limit(limit)
      .lean<Found[]>();
    return found.map((device) => ({
      device,
      position: positionOf(column, keyIn(device, column), device._id),
    }));
  }

  return {
    async page(scope, { words, order }, after, limit) {
      const { organisationId } = scope;
      const filter = searchFilter(scope, words);
      const { column, descending } = order;
      const key = after && keyAt(column, after);
      if (column === 'lastHeartbeatAt') {
        return walkHeartbeats(models, { organisationId, filter, descending, after: key, offset: 0, limit });
      }
      const beyond = key === null ? {} : { [KEY_PATHS[column]]: { [descending ? '$lt' : '$gt']: key } };
      return find({ ...filter, ...beyond }, column, descending, 0, limit);
    },

    async pageAt(scope, { words, order }, offset, limit) {
      const { organisationId } = scope;
      const filter = searchFilter(scope, words);
      const { column, descending } = order;
      if (column === 'lastHeartbeatAt') {
        return walkHeartbeats(models, { organisationId, filter, descending, after: null, offset, limit });
      }
      return find(filter, column, descending, offset, limit);
    },

    async count(scope, words) {
      return models.devices.countDocuments(searchFilter(scope, words));
    },
  };
}

function keyIn(device: Found, column: DeviceColumn): SortKey {
  if (column === 'id') return device._id;
  return column === 'macId' ? device.macId : device.sort[column];
}
