import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

export interface InitTemplateRecord {
  _id: number;
  organisationId: number;
  name: string;
  details: Record<string, unknown>[];
}

export const initTemplateSchema = new Schema<InitTemplateRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    name: { type: String, required: true },
    details: { type: [Object], default: [] },
  },
  collection('init_templates'),
);
initTemplateSchema.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
initTemplateSchema.index({ organisationId: 1, name: 1, _id: 1 }, { name: 'organisation_name' });
