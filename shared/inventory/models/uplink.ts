import { Schema } from 'mongoose';
import { encryptedTextSchema } from '../../platform/models/encrypted-text.js';
import { collection } from '../../platform/models/options.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';

export interface UplinkRecord {
  _id: number;
  organisationId: number;
  deviceId: number;
  uplinkType: string;
  /** The template's entry as it was, uplink_type included, without its secrets. */
  details: Record<string, unknown>;
  /** Its secrets (domain/uplink-secrets.ts). */
  secrets: EncryptedText | null;
  isDeleted: boolean;
  /** When it was flagged; null until then. */
  deletedAt: Date | null;
  createdAt: Date;
}

export const uplinkSchema = new Schema<UplinkRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    deviceId: { type: Number, required: true },
    uplinkType: { type: String, required: true },
    details: { type: Object, default: {} },
    secrets: { type: encryptedTextSchema, default: null },
    isDeleted: { type: Boolean, default: false },
    deletedAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
  },
  collection('uplinks'),
);
uplinkSchema.index({ organisationId: 1, deviceId: 1, isDeleted: 1, _id: 1 }, { name: 'device' });
uplinkSchema.index({ deletedAt: 1 }, { name: 'deleted', partialFilterExpression: { isDeleted: true } });
