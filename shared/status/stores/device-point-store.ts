import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import {
  daysOf,
  devicePoint,
  HALF_HOUR_MS,
  originOf,
  placeOf,
  type DevicePoint,
  type DevicePointValues,
  type PointSpan,
} from '../../inventory/domain/device-points.js';
import type { DevicePointsRecord } from '../../inventory/models/device-points.js';
import type { InventoryModels } from '../../inventory/models/models.js';
import { WantedPoints } from './wanted-points.js';

/** The half-hourly points of devices (docs/decisions/fleet/0095-device-points.md). */
export function createDevicePointStore({ devicePoints }: InventoryModels) {
  /** The points of devices in times of their own, oldest first. Devices without points are missing. */
  async function ofSpans(
    organisationId: number,
    spans: readonly PointSpan[],
  ): Promise<Map<number, DevicePoint[]>> {
    const wanted = new WantedPoints(organisationId, spans);
    const points = new Map<number, DevicePoint[]>();
    for (const { ids, projection } of wanted.queries()) {
      const records = await devicePoints
        .find({ organisationId, _id: { $in: [...ids] } }, projection)
        .batchSize(ONE_ANSWER)
        .lean<Pick<DevicePointsRecord, '_id' | 'points'>[]>();
      for (const { _id, points: stored } of records) {
        const { deviceId, day } = originOf(_id);
        const ofDevice = points.get(deviceId) ?? [];
        points.set(deviceId, ofDevice);
        for (const halfHour of wanted.halfHours(_id)) {
          const values = stored[halfHour];
          if (values) ofDevice.push(devicePoint(new Date(day + halfHour * HALF_HOUR_MS), values));
        }
      }
    }
    for (const ofDevice of points.values())
      ofDevice.sort((one, other) => one.at.getTime() - other.at.getTime());
    return points;
  }

  return {
    /** The points of devices from a time to before another, oldest first. Devices without points are missing. */
    ofDevices(
      organisationId: number,
      deviceIds: readonly number[],
      range: { readonly from: Date; readonly to: Date },
    ): Promise<Map<number, DevicePoint[]>> {
      return ofSpans(
        organisationId,
        deviceIds.map((deviceId) => ({ deviceId, ...range })),
      );
    },
    ofSpans,

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
