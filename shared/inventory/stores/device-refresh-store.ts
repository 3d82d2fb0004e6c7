import type { ClientSession } from 'mongoose';
import type { DeviceRefreshRecord } from '../models/device-refresh.js';
import type { InventoryModels } from '../models/models.js';

/** A network or tag whose devices are to be refreshed. */
export type RefreshedRecord = Pick<DeviceRefreshRecord, 'organisationId' | 'kind' | 'recordId'>;

/** Which devices are to be rewritten after a change of their network or tag. */
export function createDeviceRefreshStore({ deviceRefreshes }: InventoryModels) {
  return {
    /** Makes a refresh due now, in the transaction of the change. */
    async request(
      { organisationId, kind, recordId }: RefreshedRecord,
      at: Date,
      session: ClientSession,
    ): Promise<void> {
      await deviceRefreshes.updateOne(
        { _id: `${kind}:${recordId}` },
        { $set: { organisationId, kind, recordId, changedAt: at, dueAt: at } },
        { upsert: true, session },
      );
    },
    /** The refreshes that are due in any organisation. */
    async due(now: Date, limit: number): Promise<DeviceRefreshRecord[]> {
      return deviceRefreshes
        .find({ dueAt: { $lte: now } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean();
    },
    /** Makes a refresh due later, unless its record has changed since it was read. */
    async postpone({ _id, changedAt }: DeviceRefreshRecord, dueAt: Date): Promise<void> {
      await deviceRefreshes.updateOne({ _id, changedAt }, { $set: { dueAt } });
    },
    /** Ends a refresh, unless its record has changed since it was read. */
    async finish({ _id, changedAt }: DeviceRefreshRecord): Promise<void> {
      await deviceRefreshes.deleteOne({ _id, changedAt });
    },
  };
}
