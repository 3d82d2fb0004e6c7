import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { ActivityModels } from '../models/models.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';

export interface EventStore {
  /** One page of the events of a device that are not before a time. */
  ofDevice(
    device: { readonly organisationId: number; readonly _id: number },
    since: Date | null,
    page: SortedPageRequest,
  ): Promise<SortedPage<DeviceEventRecord>>;
}

export function createEventStore({ deviceEvents }: ActivityModels): EventStore {
  return {
    ofDevice({ organisationId, _id: deviceId }, since, page) {
      const filter = { organisationId, deviceId, ...(since ? { at: { $gte: since } } : {}) };
      return readSortedPage(deviceEvents, filter, page);
    },
  };
}
