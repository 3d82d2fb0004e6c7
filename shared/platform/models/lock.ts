import { Schema } from 'mongoose';
import { collection } from './options.js';

/** A lock that one process holds until it expires. */
export interface LockRecord {
  _id: string;
  holder: string;
  expiresAt: Date;
}

export const lockModel = new Schema<LockRecord>(
  { _id: String, holder: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  collection('locks'),
);
