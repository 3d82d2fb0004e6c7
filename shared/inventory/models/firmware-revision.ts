import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/**
 * Counts the changes of firmware that an organisation's devices have reported. It is a record of its own because
 * heartbeats write it often, while transactions that add, move and remove devices lock the organisation's record.
 */
export interface FirmwareRevisionRecord {
  /** The organisation. */
  _id: number;
  revision: number;
}

export const firmwareRevisionModel = new Schema<FirmwareRevisionRecord>(
  { _id: Number, revision: { type: Number, required: true } },
  collection('firmware_revisions'),
);
