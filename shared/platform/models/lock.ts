import { Schema } from 'mongoose';
import { collection } from './options.js';

/** Something that one process at a time does; it counts until it expires. */
export interface LockRecord {
  _id: string;
  holder: string;
  expiresAt: Date;
}

export const lockSchema = new Schema<LockRecord>(
  { _id: String, holder: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  collection('locks'),
);
