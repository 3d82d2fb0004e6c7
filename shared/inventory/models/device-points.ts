import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { DevicePointValues } from '../domain/device-points.js';

/** The half-hourly points of a device and day, kept for seven days. */
export interface DevicePointsRecord {
  /** The organisation, the device and the day, as domain/device-points.ts makes it. */
  _id: string;
  organisationId: number;
  /** By the number of the half hour of the day, in UTC. */
  points: Record<string, DevicePointValues>;
  expiresAt: Date;
}

export const devicePointsModel = new Schema<DevicePointsRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    points: { type: Schema.Types.Mixed, default: {} },
    expiresAt: { type: Date, required: true },
  },
  collection('device_points'),
);
devicePointsModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
devicePointsModel.index({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 });
