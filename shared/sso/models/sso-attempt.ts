import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/**
 * A sign-in that an identity provider has been asked for; the id is the SHA-256 of its state. The nonce and the verifier are
 * made of the state and of the secret in the cookie, so that nothing that is stored completes it.
 */
export interface SsoAttemptRecord {
  _id: string;
  /** The SHA-256 of the secret in the cookie of the browser. */
  browserHash: string;
  organisationId: number;
  /** The provider that was asked, as it is configured. */
  issuer: string;
  clientId: string;
  /** The path of this service at which the browser goes on. */
  next: string;
  createdAt: Date;
  expiresAt: Date;
}

export const ssoAttemptModel = new Schema<SsoAttemptRecord>(
  {
    _id: String,
    browserHash: { type: String, required: true },
    organisationId: { type: Number, required: true },
    issuer: { type: String, required: true },
    clientId: { type: String, required: true },
    next: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  collection('sso_attempts'),
);
ssoAttemptModel.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiry' });
