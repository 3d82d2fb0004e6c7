import { Schema } from 'mongoose';
import { encryptedTextModel } from '../../platform/models/encrypted-text.js';
import { collection } from '../../platform/models/options.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';

/** What a provider has granted for a user: one record a user, which its last sign-in has written. */
export interface SsoGrantRecord {
  /** The user's id. */
  _id: number;
  organisationId: number;
  /** The provider and the client, as they are configured. */
  issuer: string;
  clientId: string;
  refreshToken: EncryptedText;
  /** Counts the sign-ins and refreshes. */
  revision: number;
  /** When the provider last said that the user may sign in. */
  confirmedAt: Date;
  /** When the provider is asked next. */
  dueAt: Date;
}

export const ssoGrantModel = new Schema<SsoGrantRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    issuer: { type: String, required: true },
    clientId: { type: String, required: true },
    refreshToken: { type: encryptedTextModel, required: true },
    revision: { type: Number, required: true },
    confirmedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true },
  },
  collection('sso_grants'),
);
ssoGrantModel.index({ dueAt: 1 }, { name: 'due' });
