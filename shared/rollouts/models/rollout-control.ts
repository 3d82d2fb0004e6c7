import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/**
 * The cohort of one hardware part, which the health gate compares with the upgraded devices, and the devices that are
 * upgraded last: drawn when the rollout starts. In a collection of its own, because every tick reads the rollout.
 */
export interface RolloutControlRecord {
  /** `rollout:part`. */
  _id: string;
  organisationId: number;
  rolloutId: number;
  partNumber: string;
  /** In the order of the rollout. */
  deviceIds: number[];
  /** How many times the uptime of each had fallen. */
  restarts: number[];
  heldOut: number[];
  createdAt: Date;
}

/** Longer than any rollout runs. */
const KEPT_S = 400 * 86_400;

const { Mixed } = Schema.Types;

export const rolloutControlModel = new Schema<RolloutControlRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    rolloutId: { type: Number, required: true },
    partNumber: { type: String, required: true },
    deviceIds: { type: Mixed, required: true } as never,
    restarts: { type: Mixed, required: true } as never,
    heldOut: { type: Mixed, required: true } as never,
    createdAt: { type: Date, required: true },
  },
  collection('rollout_controls'),
);
rolloutControlModel.index({ organisationId: 1, rolloutId: 1 }, { name: 'organisation_rollout' });
rolloutControlModel.index({ createdAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
