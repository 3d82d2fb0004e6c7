import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/**
 * The devices of one hardware part that the health gate compares with the upgraded ones of a stage: the last of the
 * order when the stage started. In a collection of its own, because every tick reads the rollout.
 */
export interface RolloutControlRecord {
  /** `rollout:stage:part`. */
  _id: string;
  organisationId: number;
  rolloutId: number;
  /** From 1. */
  stage: number;
  partNumber: string;
  deviceIds: number[];
  /** How many times the uptime of each had fallen when the stage started. */
  restarts: number[];
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
    stage: { type: Number, required: true },
    partNumber: { type: String, required: true },
    deviceIds: { type: Mixed, required: true } as never,
    restarts: { type: Mixed, required: true } as never,
    createdAt: { type: Date, required: true },
  },
  collection('rollout_controls'),
);
rolloutControlModel.index({ organisationId: 1, rolloutId: 1, stage: 1 }, { name: 'organisation_stage' });
rolloutControlModel.index({ createdAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
