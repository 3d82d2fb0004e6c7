import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/** What a look of the health gate has noted of the devices of one hardware part, in columns. */
export interface RolloutLookRecord {
  /** `rollout:look:part`. */
  _id: string;
  organisationId: number;
  rolloutId: number;
  look: number;
  partNumber: string;
  at: Date;
  tested: number;
  begun: number;
  installs: number[];
  /** How many devices, and their values by name: Int32, least significant byte first; columns of one value have one. */
  devices: number;
  columns: Record<string, Buffer>;
  /** Seven days after the end of the rollout; before it, after the latest end that a rollout may have. */
  expiresAt: Date;
}

const { Mixed } = Schema.Types;

export const rolloutLookModel = new Schema<RolloutLookRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    rolloutId: { type: Number, required: true },
    look: { type: Number, required: true },
    partNumber: { type: String, required: true },
    at: { type: Date, required: true },
    tested: { type: Number, required: true },
    begun: { type: Number, required: true },
    installs: { type: [Number], required: true },
    devices: { type: Number, required: true },
    columns: { type: Mixed, required: true },
    expiresAt: { type: Date, required: true },
  },
  collection('rollout_looks'),
);
rolloutLookModel.index({ organisationId: 1, rolloutId: 1, look: 1 }, { name: 'organisation_look' });
rolloutLookModel.index({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 });
