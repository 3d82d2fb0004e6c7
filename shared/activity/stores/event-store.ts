import type { ActivityModels } from '../models/models.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';

/** The place of an event among those of its device. */
export interface EventPosition {
  readonly at: Date;
  readonly id: string;
}

export interface EventStore {
  /** Events of a device before a position and not before a time, newest first. */
  ofDevice(
    device: { readonly organisationId: number; readonly _id: number },
    between: { readonly before: EventPosition | null; readonly since: Date | null },
    limit: number,
  ): Promise<DeviceEventRecord[]>;
}

export function createEventStore({ deviceEvents }: ActivityModels): EventStore {
  return {
    async ofDevice({ organisationId, _id: deviceId }, { before, since }, limit) {
      const times = { ...(before ? { $lte: before.at } : {}), ...(since ? { $gte: since } : {}) };
      const older = before && {
        $or: [{ at: { $lt: before.at } }, { at: before.at, _id: { $lt: before.id } }],
      };
      return deviceEvents
        .find({ organisationId, deviceId, ...(before || since ? { at: times } : {}), ...older })
        .sort({ at: -1, _id: -1 })
        .hint('device_newest')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
  };
}
