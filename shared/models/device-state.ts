import { Schema } from 'mongoose';
import { collection } from './options.js';

/** One port as the device reports it; `number` is zero-based. */
export interface ReportedPort {
  number: number;
  status: 'UP' | 'DOWN';
  speed: string | number | null;
  upTime: string | number | null;
  duplex: string | null;
  totalUsage: { rx: number; tx: number } | null;
  rate: { tx: number; rx: number } | null;
  multicast: string | number | null;
  power: string | number | null;
}

/** What the latest heartbeat said. One small document a device, made with the device, so that a heartbeat never inserts. */
export interface DeviceStateRecord {
  /** The device's id. */
  _id: number;
  organisationId: number;
  lastHeartbeatAt: Date | null;
  publicIp: string | null;
  firmwareVersion: string | null;
  uptimeS: number | null;
  ports: ReportedPort[] | null;
  /** Sort value of lastHeartbeatAt, as domain/device-derived.ts makes it. */
  sortKey: string;
}

export const deviceStateSchema = new Schema<DeviceStateRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    lastHeartbeatAt: { type: Date, default: null },
    publicIp: { type: String, default: null },
    firmwareVersion: { type: String, default: null },
    uptimeS: { type: Number, default: null },
    ports: { type: [Object], default: null },
    sortKey: { type: String, default: '' },
  },
  collection('device_states'),
);
deviceStateSchema.index({ organisationId: 1, sortKey: 1 }, { name: 'organisation_heartbeat' });
