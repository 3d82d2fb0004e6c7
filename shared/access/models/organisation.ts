import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** An organisation, with exact counts of its inventory that are written in the same transaction as the devices. */
export interface OrganisationRecord {
  _id: number;
  name: string;
  noOfAps: number;
  deviceCount: number;
  unassignedCount: number;
  /** How deviceCount is spread over the ids; whoever has none is counted without them. */
  deviceBlocks?: Record<string, number>;
  /** Grows with every change of its devices, in the transaction that changes them; what was computed under it is valid for as long as it stays. */
  inventoryRevision?: number;
  /** Written by processes of versions before firmware_revisions; still read, so that old and new run side by side. */
  firmwareRevision?: number;
}

export const organisationSchema = new Schema<OrganisationRecord>(
  {
    _id: Number,
    name: { type: String, required: true },
    noOfAps: { type: Number, required: true },
    deviceCount: { type: Number, default: 0 },
    unassignedCount: { type: Number, default: 0 },
    deviceBlocks: Object,
    inventoryRevision: { type: Number, default: 0 },
    firmwareRevision: { type: Number, default: 0 },
  },
  collection('organisations'),
);
