import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import {
  daysOf,
  devicePoint,
  HALF_HOUR_MS,
  originOf,
  placeOf,
  type DevicePoint,
  type DevicePointValues,
} from '../../inventory/domain/device-points.js';
import type { InventoryModels } from '../../inventory/models/models.js';

/** The half-hourly points of devices (docs/decisions/fleet/0095-device-points.md). */
export function createDevicePointStore({ devicePoints }: InventoryModels) {
  return {
    /** The points of devices from a time to before another, oldest first. Devices without points are missing. */
    async ofDevices(
      organisationId: number,
      deviceIds: readonly number[],
      { from, to }: { readonly from: Date; readonly to: Date },
    ): Promise<Map<number, DevicePoint[]>> {
      const ids = deviceIds.flatMap((deviceId) =>
        daysOf(from, to).map((day) => placeOf({ organisationId, deviceId }, day)._id),
      );
      const points = new Map<number, DevicePoint[]>();
      for (const batch of batchesOf(ids)) {
        const records = await devicePoints
          .find({ organisationId, _id: { $in: batch } })
          .batchSize(ONE_ANSWER)
          .lean();
        for (const record of records) {
          const { deviceId, day } = originOf(record._id);
          const ofDevice = points.get(deviceId) ?? [];
          points.set(deviceId, ofDevice);
          for (const [halfHour, values] of Object.entries(record.points)) {
            const at = new Date(day + Number(halfHour) * HALF_HOUR_MS);
            if (at >= from && at < to) ofDevice.push(devicePoint(at, values));
          }
        }
      }
      for (const ofDevice of points.values())
        ofDevice.sort((one, other) => one.at.getTime() - other.at.getTime());
      return points;
    },

    /** Writes the point of a half hour of at most 1,000 devices; repeating it replaces the points. */
    async add(
      organisationId: number,
      points: readonly { readonly deviceId: number; readonly values: DevicePointValues }[],
      at: Date,
    ): Promise<void> {
      if (points.length === 0) return;
      // Bypasses mongoose, which would cast every value of every point.
      await devicePoints.collection.bulkWrite(
        points.map(({ deviceId, values }) => {
          const { _id, halfHour, expiresAt } = placeOf({ organisationId, deviceId }, at);
          return {
            updateOne: {
              filter: { _id, organisationId },
              update: { $set: { [`points.${halfHour}`]: values }, $setOnInsert: { expiresAt } },
              upsert: true,
            },
          };
        }) as never[],
        { ordered: false },
      );
    },

    /** Deletes the points of devices that were removed; their ids are used again. */
    async remove(organisationId: number, deviceIds: readonly number[], now: Date): Promise<void> {
      const from = new Date(now.getTime() - DAYS_MS);
      const ids = deviceIds.flatMap((deviceId) =>
        daysOf(from, new Date(now.getTime() + 1)).map(
          (day) => placeOf({ organisationId, deviceId }, day)._id,
        ),
      );
      for (const batch of batchesOf(ids))
        await devicePoints.deleteMany({ organisationId, _id: { $in: batch } });
    },
  };
}

const DAYS_MS = 8 * 86_400_000;
