import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { ActivityModels } from '../models/models.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';

export function createEventStore({ deviceEvents }: ActivityModels) {
  return {
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
