import { Schema } from 'mongoose';
import { EVENT_KINDS, type EventKind } from '../domain/event-kinds.js';
import { collection } from '../../platform/models/options.js';

/** A change of a device, kept for 400 days. */
export interface DeviceEventRecord {
  /** The device, then the `seq` of its summary after the change or the id of the audit entry, and the kind. */
  _id: string;
  organisationId: number;
  deviceId: number;
  at: Date;
  kind: EventKind;
  /** Of went_down: whether firmware was being installed. */
  planned: boolean | null;
  /** The network, the version, or the name of the template; null for other kinds. */
  before: string | number | null;
  after: string | number | null;
}

const KEPT_S = 400 * 86_400;

export const deviceEventModel = new Schema<DeviceEventRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    deviceId: { type: Number, required: true },
    at: { type: Date, required: true },
    kind: { type: String, enum: EVENT_KINDS, required: true },
    planned: { type: Boolean, default: null },
    before: { type: Schema.Types.Mixed, default: null },
    after: { type: Schema.Types.Mixed, default: null },
  },
  collection('device_events'),
);
deviceEventModel.index({ organisationId: 1, deviceId: 1, at: -1, _id: -1 }, { name: 'device_newest' });
deviceEventModel.index({ at: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
