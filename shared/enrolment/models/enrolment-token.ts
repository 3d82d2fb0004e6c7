import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** A token with which devices enrol themselves in the organisation. Only its hash is stored. */
export interface EnrolmentTokenRecord {
  _id: number;
  organisationId: number;
  name: string;
  tokenHash: string;
  /** The first characters of the token. */
  prefix: string;
  createdBy: number;
  createdAt: Date;
  expiresAt: Date;
  /** The network of enrolled devices; null for none. */
  networkId: number | null;
  tagIds: number[];
  maxDevices: number;
  /** The devices that it has enrolled and those that wait: never more than maxDevices. */
  places: number;
  /** Whether every device waits for a person. */
  approval: boolean;
  /** Whether a device of the organisation that has been silent for a day may get another key. */
  replace: boolean;
}

export const enrolmentTokenModel = new Schema<EnrolmentTokenRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    name: { type: String, required: true },
    tokenHash: { type: String, required: true },
    prefix: { type: String, required: true },
    createdBy: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    networkId: { type: Number, default: null },
    tagIds: { type: [Number], default: [] },
    maxDevices: { type: Number, required: true },
    places: { type: Number, default: 0 },
    approval: { type: Boolean, required: true },
    replace: { type: Boolean, required: true },
  },
  collection('enrolment_tokens'),
);
enrolmentTokenModel.index({ tokenHash: 1 }, { unique: true, name: 'token' });
enrolmentTokenModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
