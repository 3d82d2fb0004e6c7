import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** A location network. deviceCount is exact: it is written in the transaction that moves the devices. */
export interface NetworkRecord {
  _id: number;
  organisationId: number;
  networkName: string;
  deviceCount: number;
}

export const networkSchema = new Schema<NetworkRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    networkName: { type: String, required: true },
    deviceCount: { type: Number, default: 0 },
  },
  collection('networks'),
);
networkSchema.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
networkSchema.index({ organisationId: 1, networkName: 1, _id: 1 }, { name: 'organisation_name' });
