import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { SettledConfiguration } from '../domain/seen-configuration.js';
import type { DeviceState } from '../../status/domain/heartbeat-time.js';

/** A device as the worker last saw it. What differs from it is an event, and the next summary. */
export interface DeviceSummaryRecord {
  /** The id of the device. */
  _id: number;
  organisationId: number;
  networkId: number | null;
  version: string;
  state: DeviceState;
  /** Absent or null: the device was not managed. */
  configuration?: SettledConfiguration;
  /** Grows with every change; the next summary is written only over the one that was read. */
  seq: number;
}

export const deviceSummaryModel = new Schema<DeviceSummaryRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    networkId: { type: Number, default: null },
    version: { type: String, default: '' },
    state: { type: String, required: true },
    configuration: { type: Object, default: undefined },
    seq: { type: Number, required: true },
  },
  collection('device_summaries'),
);
deviceSummaryModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
