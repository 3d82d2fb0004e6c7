import { Schema } from 'mongoose';
import { collection } from './options.js';

/** An applied data migration. */
export interface MigrationRecord {
  _id: string;
  appliedAt: Date;
}

export const migrationModel = new Schema<MigrationRecord>(
  { _id: String, appliedAt: { type: Date, required: true } },
  collection('migrations'),
);
