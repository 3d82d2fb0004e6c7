import { Schema } from 'mongoose';
import { collection } from './options.js';

/** An access token or a browser session; the id is the SHA-256 of what the client holds. */
export interface AccessTokenRecord {
  _id: string;
  kind: 'token' | 'session';
  userId: number;
  organisationId: number;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

export const accessTokenSchema = new Schema<AccessTokenRecord>(
  {
    _id: String,
    kind: { type: String, enum: ['token', 'session'], required: true },
    userId: { type: Number, required: true },
    organisationId: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    lastUsedAt: { type: Date, default: null },
  },
  collection('access_tokens'),
);
accessTokenSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiry' });
accessTokenSchema.index({ userId: 1 }, { name: 'user' });
