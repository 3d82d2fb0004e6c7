import { Schema } from 'mongoose';
import { encryptedTextModel } from '../../platform/models/encrypted-text.js';
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

export const uplinkModel = new Schema<UplinkRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    deviceId: { type: Number, required: true },
    uplinkType: { type: String, required: true },
    details: { type: Object, default: {} },
    secrets: { type: encryptedTextModel, default: null },
    isDeleted: { type: Boolean, default: false },
    deletedAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
  },
  collection('uplinks'),
);
uplinkModel.index({ organisationId: 1, deviceId: 1, isDeleted: 1, _id: 1 }, { name: 'device' });
uplinkModel.index({ deletedAt: 1 }, { name: 'deleted', partialFilterExpression: { isDeleted: true } });
