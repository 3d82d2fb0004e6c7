import type { Scope } from '../../access/domain/access.js';
import { matchesWords, searchWords } from '../../inventory/domain/device-search.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { narrowed, type DeviceFilter } from '../domain/device-filter.js';
import type { HeardRange } from '../domain/heard-range.js';
import { heardAmong } from './heard-among.js';

/** Devices that a walk has passed. */
export interface WalkedDevices {
  /** Those that meet the filter, by id. */
  readonly ids: readonly number[];
  /** The last device that was read; null at the end of the walk. */
  readonly last: number | null;
}

/** The conditions of a walk at one time. */
export interface Walk {
  readonly scope: Scope;
  readonly filter: DeviceFilter;
  /** The last heartbeats that the filter asks for; null for any. */
  readonly heard: HeardRange | null;
}

type Compared = Pick<DeviceRecord, '_id' | 'partNumber' | 'firmwareVersion' | 'tagIds' | 'searchText'>;

const COMPARED = { partNumber: 1, firmwareVersion: 1, tagIds: 1, searchText: 1 } as const;

/** The index of a walk. The planner does not find it: it underestimates how many devices are after an id. */
function indexFor({ networkId, tagId }: DeviceFilter): string {
  if (tagId !== null) return 'tag_id';
  return networkId === null ? 'organisation_id' : 'network_id';
}

export function createDeviceWalkStore(models: InventoryModels) {
  return {
    /**
     * Reads up to 1,000 devices after an id and compares them with a filter. Two round trips, of the same cost for every
     * filter.
     */
    async step({ scope, filter, heard }: Walk, afterId: number): Promise<WalkedDevices> {
      const { tagId, partNumber, version } = filter;
      const batch = await models.devices
        .find(
          {
            ...deviceScope(narrowed(scope, filter.networkId)),
            ...(tagId === null ? {} : { tagIds: tagId }),
            _id: { $gt: afterId },
          },
          COMPARED,
        )
        .hint(indexFor(filter))
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<Compared[]>();
      const words = searchWords(filter.search ?? '');
      const found = batch.filter(
        (device) =>
          (partNumber === null || device.partNumber === partNumber) &&
          (version === null || device.firmwareVersion === version) &&
          matchesWords(device.searchText, words),
      );
      const met = found.map(({ _id }) => _id);
      const among = heard && (await heardAmong(models, scope.organisationId, heard, met));
      const ids = among ? met.filter((id) => among.has(id)) : met;
      return { ids, last: batch.length < BATCH ? null : (batch.at(-1)?._id ?? null) };
    },
  };
}
