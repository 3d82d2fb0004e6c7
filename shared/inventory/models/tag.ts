import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

export interface TagRecord {
  _id: number;
  organisationId: number;
  name: string;
}

export const tagModel = new Schema<TagRecord>(
  { _id: Number, organisationId: { type: Number, required: true }, name: { type: String, required: true } },
  collection('tags'),
);
tagModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
tagModel.index({ organisationId: 1, name: 1, _id: 1 }, { name: 'organisation_name' });
