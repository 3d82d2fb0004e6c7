import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import { KEPT_S } from './unserved-joiner.js';

/** Devices of one batch of a binding that got no upgrade. A joiner among them was counted by its binding. */
export interface UnservedTargetsRecord {
  /** `rollout:stage:first device`. */
  _id: string;
  organisationId: number;
  rolloutId: number;
  /** The lowest and the highest of `deviceIds`. */
  firstId: number;
  lastId: number;
  /** At most 1,000. */
  deviceIds: number[];
  createdAt: Date;
}

export const unservedTargetsSchema = new Schema<UnservedTargetsRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    rolloutId: { type: Number, required: true },
    firstId: { type: Number, required: true },
    lastId: { type: Number, required: true },
    deviceIds: { type: [Number], required: true },
    createdAt: { type: Date, required: true },
  },
  collection('rollout_unserved_targets'),
);
unservedTargetsSchema.index({ organisationId: 1, rolloutId: 1, lastId: 1 }, { name: 'organisation_rollout' });
unservedTargetsSchema.index({ createdAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
