import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import { BULK_CANARY_STATES, type JudgedCanary } from '../domain/judge-canary.js';
import { KEPT_S } from './bulk-operation.js';

/** The device of a network and a hardware part that a bulk operation has changed first. */
export interface BulkCanaryRecord extends JudgedCanary {
  /** `7:12:MR-330`: the operation, the network (0: none) and the part. */
  _id: string;
  organisationId: number;
  operationId: number;
  networkId: number;
  partNumber: string;
  deviceId: number;
  macId: string;
  createdAt: Date;
}

export const bulkCanaryModel = new Schema<BulkCanaryRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    operationId: { type: Number, required: true },
    networkId: { type: Number, required: true },
    partNumber: { type: String, required: true },
    deviceId: { type: Number, required: true },
    macId: { type: String, required: true },
    seq: { type: Number, required: true },
    state: { type: String, enum: BULK_CANARY_STATES, required: true },
    code: { type: String, default: null },
    since: { type: Date, required: true },
    waitingUntil: { type: Date, default: null },
    appliedAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
  },
  collection('bulk_operation_canaries'),
);
bulkCanaryModel.index({ organisationId: 1, operationId: 1, state: 1, _id: 1 }, { name: 'operation_state' });
bulkCanaryModel.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_S, name: 'expiry' });
