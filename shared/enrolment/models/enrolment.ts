import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import { ENROLMENT_STATES, type EnrolmentState, type WaitReason } from '../domain/judge-enrolment.js';

/**
 * The request of a device that waits for a person, or was refused. It is deleted when the device is enrolled, or has not
 * asked for a time.
 */
export interface EnrolmentRecord {
  _id: number;
  organisationId: number;
  /** Null for a device with a certificate. */
  tokenId: number | null;
  macId: string;
  routerSerialNumber: string;
  board: string;
  agent: string;
  publicIp: string;
  /** The hash of the device's nonce, or of the key of its authority: with another one it is another request. */
  nonceHash: string;
  state: EnrolmentState;
  /** Why it waits. */
  reason: WaitReason;
  /** Whether the MAC is that of a device of the organisation, which gets another key. */
  replaces: boolean;
  createdAt: Date;
  /** When the device has asked last, to within an hour. */
  askedAt: Date;
  /** When it is deleted if the device does not ask again. */
  expiresAt: Date;
}

export const enrolmentModel = new Schema<EnrolmentRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    tokenId: { type: Number, default: null },
    macId: { type: String, required: true },
    routerSerialNumber: { type: String, default: '' },
    board: { type: String, default: '' },
    agent: { type: String, default: '' },
    publicIp: { type: String, default: '' },
    nonceHash: { type: String, required: true },
    state: { type: String, enum: [...ENROLMENT_STATES], required: true },
    reason: { type: String, required: true },
    replaces: { type: Boolean, default: false },
    createdAt: { type: Date, required: true },
    askedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  collection('enrolments'),
);
enrolmentModel.index({ organisationId: 1, macId: 1 }, { unique: true, name: 'organisation_mac' });
enrolmentModel.index({ organisationId: 1, state: 1, _id: 1 }, { name: 'organisation_state' });
enrolmentModel.index(
  { organisationId: 1, askedAt: 1 },
  { name: 'organisation_certificate', partialFilterExpression: { reason: 'certificate' } },
);
enrolmentModel.index({ expiresAt: 1 }, { name: 'expires_at', expireAfterSeconds: 0 });
