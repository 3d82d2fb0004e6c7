import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { HeartbeatDoor } from '../domain/silence.js';

/** The first and last heartbeat that were stored, how many were stored, were answered, and were answered 5xx. */
export type SecondCounts = [
  first: number | null,
  last: number | null,
  stored: number,
  answered: number,
  failed: number,
];

/** The heartbeats of one minute of one process. */
export interface HeartbeatCountRecord {
  /** The process and the minute. */
  _id: string;
  door: HeartbeatDoor;
  from: Date;
  /** By the second of the minute. */
  seconds: Record<string, SecondCounts>;
  expiresAt: Date;
}

export const heartbeatCountModel = new Schema<HeartbeatCountRecord>(
  {
    _id: String,
    door: { type: String, required: true },
    from: { type: Date, required: true },
    seconds: { type: Schema.Types.Mixed, default: {} },
    expiresAt: { type: Date, required: true },
  },
  collection('heartbeat_counts'),
);
heartbeatCountModel.index({ door: 1, from: 1 }, { name: 'door_from' });
heartbeatCountModel.index({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 });
