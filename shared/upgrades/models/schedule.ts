import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { DispatchCounts } from '../domain/dispatch-counts.js';

/**
 * writing: its upgrades are being written; waiting: it is not yet due; dispatching: it is being dispatched; the others
 * are final.
 */
export const SCHEDULE_STATES = ['writing', 'waiting', 'dispatching', 'dispatched', 'cancelled'] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** One upgrade request: version, targets and time. Its upgrades have its id. */
export interface ScheduleRecord {
  _id: number;
  organisationId: number;
  userId: number;
  /** As sent, without repetition: `AP:1`, `network:2`, `tag:3`. */
  targets: string[];
  /** Made by a new time for one upgrade: the device must still match the targets, and no other device joins. */
  isChange: boolean;
  /** The networks to which the creator had full access; null for all. Late additions come from these only. */
  networkIds: number[] | null;
  includesUnassigned: boolean;
  version: string;
  /** Id of the release whose urls are offered. */
  releaseId: number;
  upgradeType: string;
  scheduleType: 'now' | 'later';
  timeZone: string | null;
  savePrevConfig: boolean;
  dueAt: Date;
  state: ScheduleState;
  /** When the targets were resolved for the first time; devices that joined them since are late additions. */
  resolvedAt: Date;
  /** Renewed by the process that works on the schedule; the sweep takes over a stale one. */
  touchedAt: Date;
  /** Id of the request that created it, for the logs of its jobs. */
  requestId: string | null;
  /** Its pending upgrades with ids up to this are decided; null until the late additions are written. */
  dispatchedTo: number | null;
  dispatchedAt: Date | null;
  /** What has become of its upgrades at the due time, slice by slice; absent before the first. */
  counts?: DispatchCounts;
  createdAt: Date;
}

export const scheduleModel = new Schema<ScheduleRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    userId: { type: Number, required: true },
    targets: { type: [String], required: true },
    isChange: { type: Boolean, default: false },
    networkIds: { type: [Number], default: null },
    includesUnassigned: { type: Boolean, default: false },
    version: { type: String, required: true },
    releaseId: { type: Number, required: true },
    upgradeType: { type: String, required: true },
    scheduleType: { type: String, enum: ['now', 'later'], required: true },
    timeZone: { type: String, default: null },
    savePrevConfig: { type: Boolean, default: false },
    dueAt: { type: Date, required: true },
    state: { type: String, enum: SCHEDULE_STATES, required: true },
    resolvedAt: { type: Date, required: true },
    touchedAt: { type: Date, required: true },
    requestId: { type: String, default: null },
    dispatchedTo: { type: Number, default: null },
    dispatchedAt: { type: Date, default: null },
    counts: { type: Schema.Types.Mixed },
    createdAt: { type: Date, required: true },
  },
  collection('schedules'),
);
scheduleModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
scheduleModel.index({ organisationId: 1, state: 1, dueAt: 1, _id: 1 }, { name: 'organisation_state_due' });
scheduleModel.index({ state: 1, dueAt: 1 }, { name: 'state_due' });
scheduleModel.index({ state: 1, touchedAt: 1 }, { name: 'state_touched' });
