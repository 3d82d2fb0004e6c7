import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/**
 * The devices of a network or tag are to be rewritten with its present name, or without the deleted tag. It is written
 * with the change of the network or tag, so that the devices follow even if the process dies.
 */
export interface DeviceRefreshRecord {
  /** `network:5` or `tag:7`. */
  _id: string;
  organisationId: number;
  kind: 'network' | 'tag';
  recordId: number;
  /** When the network or tag last changed. */
  changedAt: Date;
  dueAt: Date;
}

export const deviceRefreshModel = new Schema<DeviceRefreshRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    kind: { type: String, enum: ['network', 'tag'], required: true },
    recordId: { type: Number, required: true },
    changedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true },
  },
  collection('device_refreshes'),
);
deviceRefreshModel.index({ dueAt: 1 }, { name: 'due' });
