import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { ActivityModels } from '../models/models.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';

export function createEventStore({ deviceEvents }: ActivityModels) {
  return {
    /** The events of a device in a range, the newest first, at most so many. */
    between(
      { organisationId, _id: deviceId }: { readonly organisationId: number; readonly _id: number },
      { from, to }: { readonly from: Date; readonly to: Date },
      most: number,
    ): Promise<DeviceEventRecord[]> {
      return deviceEvents
        .find({ organisationId, deviceId, at: { $gte: from, $lt: to } })
        .sort({ at: -1, _id: -1 })
        .hint('device_newest')
        .limit(most)
        .batchSize(most + 1)
        .lean();
    },
    /** One page of the events of a device that are not before a time. */
    ofDevice(
      { organisationId, _id: deviceId }: { readonly organisationId: number; readonly _id: number },
      since: Date | null,
      page: SortedPageRequest,
    ): Promise<SortedPage<DeviceEventRecord>> {
      const filter = { organisationId, deviceId, ...(since ? { at: { $gte: since } } : {}) };
      return readSortedPage(deviceEvents, filter, page);
    },
  };
}
