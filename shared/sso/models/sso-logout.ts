import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** A logout token that was used: each is used once. */
export interface SsoLogoutRecord {
  /** The SHA-256 of the organisation and the `jti`. */
  _id: string;
  expiresAt: Date;
}

export const ssoLogoutModel = new Schema<SsoLogoutRecord>(
  { _id: String, expiresAt: { type: Date, required: true } },
  collection('sso_logouts'),
);
ssoLogoutModel.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiry' });
