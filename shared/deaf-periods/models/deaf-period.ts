import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { DeafKind } from '../domain/deaf-period.js';

/** A time in which the service did not hear the devices of the installation or of an organisation. */
export interface DeafPeriodRecord {
  /** The organisation, the kind and the beginning. */
  _id: string;
  organisationId: number;
  kind: DeafKind;
  from: Date;
  to: Date;
  /** From its end until its events are written. */
  isAnnouncing?: boolean;
  expiresAt: Date;
}

export const deafPeriodModel = new Schema<DeafPeriodRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    kind: { type: String, required: true },
    from: { type: Date, required: true },
    to: { type: Date, required: true },
    isAnnouncing: { type: Boolean, default: undefined },
    expiresAt: { type: Date, required: true },
  },
  collection('deaf_periods'),
);
// Those that last are at the end.
deafPeriodModel.index({ to: 1 }, { name: 'to' });
deafPeriodModel.index({ organisationId: 1, to: 1 }, { name: 'organisation_to' });
deafPeriodModel.index(
  { isAnnouncing: 1, to: 1 },
  { name: 'announcing', partialFilterExpression: { isAnnouncing: true } },
);
deafPeriodModel.index({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 });
