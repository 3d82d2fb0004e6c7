import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** An import that writes, or was interrupted while it did. Removed at its end. */
export interface UnfinishedImportRecord {
  /** The SHA-256 of the fleet file. */
  _id: string;
  /** The entries of the import in the audit log are made of it. */
  run: string;
  startedAt: Date;
}

export const unfinishedImportModel = new Schema<UnfinishedImportRecord>(
  { _id: String, run: { type: String, required: true }, startedAt: { type: Date, required: true } },
  collection('unfinished_imports'),
);
