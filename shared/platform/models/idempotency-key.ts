import { Schema } from 'mongoose';
import { collection } from './options.js';
import type { EncryptedText } from '../values/encrypt.js';

/** The use of an idempotency key by a user. */
export interface IdempotencyKeyRecord {
  /** The user and the hash of the key: `4:9f86…`. */
  _id: string;
  /** The hash of the request: another request with the key is refused. */
  request: string;
  /** The execution that works on the request; another one may take it over when the claim has expired. */
  holder: string;
  /** When the holder claimed the key, or last renewed its claim. */
  claimedAt: Date;
  /** The answer, encrypted because it may contain a secret; null while the request is being worked on. */
  answer: EncryptedText | null;
  createdAt: Date;
}

export const KEPT_S = 86_400;

export const idempotencyKeyModel = new Schema<IdempotencyKeyRecord>(
  {
    _id: String,
    request: { type: String, required: true },
    holder: { type: String, required: true },
    claimedAt: { type: Date, required: true },
    answer: { type: Schema.Types.Mixed, default: null },
    createdAt: { type: Date, required: true },
  },
  collection('idempotency_keys'),
);
idempotencyKeyModel.index({ createdAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
