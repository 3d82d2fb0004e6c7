import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { HeartbeatDoor } from '../domain/silence.js';

/** How far the worker has looked for deaf periods; one record. */
export interface DeafWatchRecord {
  _id: 'installation';
  /** Only its heartbeats count; null: all do. */
  door: HeartbeatDoor | null;
  /** The last heartbeat that was stored, of those that count. */
  heardTo: Date;
  /** Until when it is known whether the service heard devices: `heardTo`, or later while it is known to be deaf. */
  knownTo: Date;
  /** Whether the period that begins at `heardTo` lasts. */
  isSilent: boolean;
}

export const deafWatchModel = new Schema<DeafWatchRecord>(
  {
    _id: String as never,
    door: { type: String, default: null },
    heardTo: { type: Date, required: true },
    knownTo: { type: Date, required: true },
    isSilent: { type: Boolean, default: false },
  },
  collection('deaf_watch'),
);
