import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** The answer to a request, kept so that a repetition gets it again. */
export interface KeptAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** The use of an Idempotency-Key by a user. */
export interface IdempotencyKeyRecord {
  /** The user and the hash of the key: `4:9f86…`. */
  _id: string;
  /** Hash of method, path and body: another request with the key is refused. */
  request: string;
  /** The process that works on the request; a claim that is not renewed is taken over after `claimedAt` + 60 s. */
  holder: string;
  claimedAt: Date;
  /** Null while the request is being worked on. */
  answer: KeptAnswer | null;
  createdAt: Date;
}

const KEPT_S = 86_400;

export const idempotencyKeySchema = new Schema<IdempotencyKeyRecord>(
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
idempotencyKeySchema.index({ createdAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
