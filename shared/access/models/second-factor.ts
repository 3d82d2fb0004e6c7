import { Schema } from 'mongoose';
import { encryptedTextModel } from '../../platform/models/encrypted-text.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';

/** An authenticator app, which makes codes from a secret that it shares with the service (TOTP). */
export interface SecondFactorRecord {
  /** Names the factor in requests. */
  id: string;
  kind: 'totp';
  /** What the user calls it. */
  name: string;
  secret: EncryptedText;
  /** The time step of the last code that was accepted: a code works once. */
  lastStep: number;
  addedAt: Date;
  lastUsedAt: Date | null;
}

/** One that is being set up: its first code is awaited. */
export interface PendingFactorRecord extends Pick<SecondFactorRecord, 'id' | 'name' | 'secret'> {
  expiresAt: Date;
}

/** The second factors of an account, inside its record, so that a sign-in reads them with the password. */
export interface StoredFactors {
  secondFactors?: SecondFactorRecord[];
  pendingFactor?: PendingFactorRecord;
  /** The SHA-256 of the recovery codes that have not been used. */
  recoveryCodes?: string[];
}

export const factorFields = {
  secondFactors: {
    type: [
      new Schema<SecondFactorRecord>(
        {
          id: String,
          kind: String,
          name: String,
          secret: encryptedTextModel,
          lastStep: Number,
          addedAt: Date,
          lastUsedAt: { type: Date, default: null },
        },
        { _id: false, id: false },
      ),
    ],
    default: undefined,
  },
  pendingFactor: {
    type: new Schema<PendingFactorRecord>(
      { id: String, name: String, secret: encryptedTextModel, expiresAt: Date },
      { _id: false, id: false },
    ),
    default: undefined,
  },
  recoveryCodes: { type: [String], default: undefined },
} as const;
