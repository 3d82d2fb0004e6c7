import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/**
 * Counts the changes of firmware that an organisation's devices have reported. A record of its own: heartbeats write
 * it all the time, and the organisation's record is held by transactions that move, add and remove devices.
 */
export interface FirmwareRevisionRecord {
  /** The organisation. */
  _id: number;
  revision: number;
}

export const firmwareRevisionSchema = new Schema<FirmwareRevisionRecord>(
  { _id: Number, revision: { type: Number, required: true } },
  collection('firmware_revisions'),
);
