import { Schema } from 'mongoose';
import { encryptedTextModel } from '../../platform/models/encrypted-text.js';
import { collection } from '../../platform/models/options.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';

export interface InitTemplateRecord {
  _id: number;
  organisationId: number;
  name: string;
  /** The entries of its uplinks, without their secrets. */
  details: Record<string, unknown>[];
  /** Their secrets (domain/uplink-secrets.ts). */
  secrets: EncryptedText | null;
}

export const initTemplateModel = new Schema<InitTemplateRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    name: { type: String, required: true },
    details: { type: [Object], default: [] },
    secrets: { type: encryptedTextModel, default: null },
  },
  collection('init_templates'),
);
initTemplateModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
initTemplateModel.index({ organisationId: 1, name: 1, _id: 1 }, { name: 'organisation_name' });
