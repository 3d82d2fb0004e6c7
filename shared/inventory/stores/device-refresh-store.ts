import type { ClientSession } from 'mongoose';
import type { DeviceRefreshRecord } from '../models/device-refresh.js';
import type { InventoryModels } from '../models/models.js';

/** A network or tag whose devices are to be refreshed. */
export type RefreshedRecord = Pick<DeviceRefreshRecord, 'organisationId' | 'kind' | 'recordId'>;

/** Which devices are to be rewritten after a change of their network or tag. */
export interface DeviceRefreshStore {
  /** Makes a refresh due now, in the transaction of the change. */
  request(refreshed: RefreshedRecord, at: Date, session: ClientSession): Promise<void>;
  /** The refreshes that are due in any organisation. */
  due(now: Date, limit: number): Promise<DeviceRefreshRecord[]>;
  /** Makes a refresh due later, unless its record has changed since it was read. */
  postpone(read: DeviceRefreshRecord, dueAt: Date): Promise<void>;
  /** Ends a refresh, unless its record has changed since it was read. */
  finish(read: DeviceRefreshRecord): Promise<void>;
}

export function createDeviceRefreshStore({ deviceRefreshes }: InventoryModels): DeviceRefreshStore {
  return {
    async request({ organisationId, kind, recordId }, at, session) {
      await deviceRefreshes.updateOne(
        { _id: `${kind}:${recordId}` },
        { $set: { organisationId, kind, recordId, changedAt: at, dueAt: at } },
        { upsert: true, session },
      );
    },
    async due(now, limit) {
      return deviceRefreshes
        .find({ dueAt: { $lte: now } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean();
    },
    async postpone({ _id, changedAt }, dueAt) {
      await deviceRefreshes.updateOne({ _id, changedAt }, { $set: { dueAt } });
    },
    async finish({ _id, changedAt }) {
      await deviceRefreshes.deleteOne({ _id, changedAt });
    },
  };
}
