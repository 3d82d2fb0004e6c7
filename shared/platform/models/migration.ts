import { Schema } from 'mongoose';
import { collection } from './options.js';

/** A change of stored data that has been made. */
export interface MigrationRecord {
  _id: string;
  appliedAt: Date;
}

export const migrationSchema = new Schema<MigrationRecord>(
  { _id: String, appliedAt: { type: Date, required: true } },
  collection('migrations'),
);
