import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { Unserved } from '../domain/unserved.js';

/** A device that joined the targets of a rollout and got no upgrade. It is counted once, however often it is found. */
export interface UnservedJoinerRecord {
  /** `rollout:device`. */
  _id: string;
  organisationId: number;
  rolloutId: number;
  /** The stage that counts it, from 1. */
  stage: number;
  reason: Unserved;
  createdAt: Date;
}

/** Longer than any rollout runs. */
export const KEPT_S = 400 * 86_400;

export const unservedJoinerSchema = new Schema<UnservedJoinerRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    rolloutId: { type: Number, required: true },
    stage: { type: Number, required: true },
    reason: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  collection('rollout_unserved_joiners'),
);
unservedJoinerSchema.index(
  { organisationId: 1, rolloutId: 1, stage: 1, reason: 1 },
  { name: 'organisation_stage' },
);
unservedJoinerSchema.index({ createdAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
