import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import { profileFields, type StoredProfile } from './profile.js';
import { factorFields, type StoredFactors } from './second-factor.js';

/** An operator of the installation, who belongs to no organisation. */
export interface OperatorRecord extends StoredFactors, StoredProfile {
  _id: number;
  /** Lower case; the sign-in name. */
  email: string;
  passwordHash: string | null;
  disabledAt?: Date | null;
  /** As for users. */
  tokenGeneration?: number;
  /** As for users. */
  tokenRevision?: number;
}

export const operatorModel = new Schema<OperatorRecord>(
  {
    _id: Number,
    email: { type: String, required: true },
    passwordHash: { type: String, default: null },
    disabledAt: { type: Date, default: null },
    tokenGeneration: { type: Number, default: 0 },
    tokenRevision: { type: Number, default: undefined },
    ...profileFields,
    ...factorFields,
  },
  collection('operators'),
);
operatorModel.index({ email: 1 }, { unique: true, name: 'email' });
