import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/**
 * A sign-in whose password was right and whose second factor is awaited, or one with a passkey alone; the id is the SHA-256
 * of the one in the answer, which a passkey signs.
 */
export interface SignInChallengeRecord {
  _id: string;
  /** The SHA-256 of the secret in the cookie of the browser. */
  browserHash: string;
  /** Null for a sign-in with a passkey alone, which names its account. */
  userId: number | null;
  /** Null for an operator of the installation. */
  organisationId: number | null;
  /** The tokenGeneration of the account when its password was checked; null without one. */
  generation: number | null;
  tries: number;
  createdAt: Date;
  expiresAt: Date;
}

export const signInChallengeModel = new Schema<SignInChallengeRecord>(
  {
    _id: String,
    browserHash: { type: String, required: true },
    userId: { type: Number, default: null },
    organisationId: { type: Number, default: null },
    generation: { type: Number, default: null },
    tries: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  collection('sign_in_challenges'),
);
signInChallengeModel.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiry' });
