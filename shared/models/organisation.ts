import { Schema } from 'mongoose';
import { collection } from './options.js';

/** An organisation, with exact counts of its inventory that are written in the same transaction as the devices. */
export interface OrganisationRecord {
  _id: number;
  name: string;
  noOfAps: number;
  deviceCount: number;
  unassignedCount: number;
}

export const organisationSchema = new Schema<OrganisationRecord>(
  {
    _id: Number,
    name: { type: String, required: true },
    noOfAps: { type: Number, required: true },
    deviceCount: { type: Number, default: 0 },
    unassignedCount: { type: Number, default: 0 },
  },
  collection('organisations'),
);
