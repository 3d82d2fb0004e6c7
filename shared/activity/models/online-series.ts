import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { PointValues } from '../domain/series-points.js';

/** Some consecutive points of one network or organisation in one resolution. */
export interface OnlineSeriesRecord {
  /** The organisation, the tally key, the step and the first time. */
  _id: string;
  organisationId: number;
  /** As in a tally. */
  tallyKey: number | null;
  stepS: number;
  from: Date;
  /** By the number of the point: `{"12": [40, 2, 310, 91823123, 812311231]}`. */
  points: Record<string, PointValues>;
  expiresAt: Date;
}

export const onlineSeriesModel = new Schema<OnlineSeriesRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    tallyKey: { type: Number, default: null },
    stepS: { type: Number, required: true },
    from: { type: Date, required: true },
    points: { type: Schema.Types.Mixed, default: {} },
    expiresAt: { type: Date, required: true },
  },
  collection('online_series'),
);
onlineSeriesModel.index({ organisationId: 1, tallyKey: 1, stepS: 1, from: 1 }, { name: 'key_step_from' });
onlineSeriesModel.index({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 });
