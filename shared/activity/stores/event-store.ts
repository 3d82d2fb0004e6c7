import type { ActivityModels } from '../models/models.js';
import type { DeviceEventRecord } from '../../inventory/models/device-event.js';

/** The place of an event among those of its device. */
export interface EventPosition {
  readonly at: Date;
  readonly id: string;
}

export interface EventStore {
  /** Events of a device before a position, newest first. */
  ofDevice(
    device: { readonly organisationId: number; readonly _id: number },
    before: EventPosition | null,
    limit: number,
  ): Promise<DeviceEventRecord[]>;
}

export function createEventStore({ deviceEvents }: ActivityModels): EventStore {
  return {
    async ofDevice({ organisationId, _id: deviceId }, before, limit) {
      const older = before && {
        at: { $lte: before.at },
        $or: [{ at: { $lt: before.at } }, { at: before.at, _id: { $lt: before.id } }],
      };
      return deviceEvents
        .find({ organisationId, deviceId, ...older })
        .sort({ at: -1, _id: -1 })
        .hint('device_newest')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
  };
}
