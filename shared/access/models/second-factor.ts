import { Schema } from 'mongoose';
import { encryptedTextModel } from '../../platform/models/encrypted-text.js';
import type { EncryptedText } from '../../platform/values/encrypt.js';

interface FactorFields {
  /** Names the factor in requests. */
  id: string;
  /** What the user calls it. */
  name: string;
  addedAt: Date;
  lastUsedAt: Date | null;
}

/** An authenticator app, which makes codes from a secret that it shares with the service (TOTP). */
export interface AppRecord extends FactorFields {
  kind: 'totp';
  secret: EncryptedText;
  /** The time step of the last code that was accepted: a code works once. */
  lastStep: number;
}

/** A passkey, which signs challenges with a key that it keeps. Binary values are in base64url. */
export interface PasskeyRecord extends FactorFields {
  kind: 'passkey';
  /** Names the key in its authenticator. */
  credentialId: string;
  /** As a COSE key. */
  publicKey: string;
  /** How often the authenticator had signed at its last use; 0 for one that does not count. */
  counter: number;
  /** How browsers reach the authenticator. */
  transports: string[];
}

export type SecondFactorRecord = AppRecord | PasskeyRecord;
export type FactorKind = SecondFactorRecord['kind'];

interface PendingFields {
  id: string;
  name: string;
  /** The session that began the set-up, and alone ends it. */
  sessionHash: string;
  expiresAt: Date;
}

/** One that is being set up: the first code of an app is awaited, or the answer of an authenticator to a challenge. */
export type PendingFactorRecord = PendingFields &
  ({ kind: 'totp'; secret: EncryptedText } | { kind: 'passkey'; challenge: string });

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
          credentialId: String,
          publicKey: String,
          counter: Number,
          transports: { type: [String], default: undefined },
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
      {
        id: String,
        kind: String,
        name: String,
        secret: encryptedTextModel,
        challenge: String,
        sessionHash: String,
        expiresAt: Date,
      },
      { _id: false, id: false },
    ),
    default: undefined,
  },
  recoveryCodes: { type: [String], default: undefined },
} as const;
