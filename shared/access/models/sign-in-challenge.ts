import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** A sign-in whose password was right and whose second factor is awaited; the id is the SHA-256 of the one in the answer. */
export interface SignInChallengeRecord {
  _id: string;
  /** The SHA-256 of the secret in the cookie of the browser. */
  browserHash: string;
  userId: number;
  /** Null for an operator of the installation. */
  organisationId: number | null;
  /** The tokenGeneration of the account when its password was checked. */
  generation: number;
  tries: number;
  createdAt: Date;
  expiresAt: Date;
}

export const signInChallengeModel = new Schema<SignInChallengeRecord>(
  {
    _id: String,
    browserHash: { type: String, required: true },
    userId: { type: Number, required: true },
    organisationId: { type: Number, default: null },
    generation: { type: Number, required: true },
    tries: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  collection('sign_in_challenges'),
);
signInChallengeModel.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiry' });
