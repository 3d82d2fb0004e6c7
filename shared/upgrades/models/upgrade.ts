import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import {
  STORED_STATUSES,
  type StoredStatus,
  type TransitionRecord,
  type UpgradeCause,
} from '../domain/upgrade-status.js';
import type { RolloutMembership } from '../domain/upgrade-change.js';
import { requireTransition } from './require-transition.js';

/** One device's upgrade. `status` is '' while pending, else the name clients see. */
export interface UpgradeRecord extends Partial<RolloutMembership> {
  _id: number;
  organisationId: number;
  routerInventoryId: number;
  /** The device's network while the upgrade is open, then the one it ended in: what a restricted caller may see. */
  locationNetworkId: number | null;
  macId: string;
  deviceName: string;
  scheduleId: number;
  /** Its last 100 former schedules: they do not give its device another one at their due time. */
  formerScheduleIds: number[];
  version: string;
  releaseId: number;
  upgradeType: string;
  scheduleType: 'now' | 'later';
  timeZone: string | null;
  savePrevConfig: boolean;
  dueAt: Date;
  status: StoredStatus;
  /** True from Queued to Verifying. A separate flag, because the filter of a partial index accepts no list. */
  inFlight: boolean;
  statusSince: Date;
  /** When the sweep next decides on it; null while it is pending and after it ends. */
  deadlineAt: Date | null;
  offeredAt: Date | null;
  nextAttemptAt: Date | null;
  attempts: number;
  progress: number | null;
  message: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** The text that upgrade_list searches besides the status, in lower case. */
  searchText: string;
  /** Sort key for the natural order of versions. */
  versionOrder: string;
  /** Why it ended; null while it is open. */
  cause?: UpgradeCause | null;
  /**
   * Whether its rollout or the webhooks have yet to process it. In a rollout: true from its dispatch until a tick has
   * counted its end. Otherwise: true from its end until an event has reported it, which happens only while a webhook
   * asks for it.
   */
  unprocessed?: boolean;
  /** Set when a caller cancels its request while its device downloads or may begin to. */
  isRecalled?: boolean;
  /** Set when an upgrade of a rollout enters Verifying, for the health gate of its stage. */
  reachedVerifying?: boolean;
  /** When its device reported to install, in a rollout. */
  installingAt?: Date;
  /** When it entered Verifying, in a rollout. */
  verifyingAt?: Date;
  /** In a rollout: when a try last ended without firmware on the device, by a failed download or an ignored offer. */
  missedAt?: Date;
  /** In a rollout: set when its device fell silent and the failure gate counts that as a failure. */
  silenceCounts?: boolean;
  /** Whether its device is a switch; absent for access points. */
  isSwitch?: boolean;
  /** Rollouts that its device left, and the stages, until a tick has counted them. */
  leftRollouts?: { id: number; stage: number }[];
  /** Its transitions, the latest last. Read only when selected by name; absent before the first transition. */
  history?: TransitionRecord[];
}

const date = { type: Date, default: null };

export const upgradeModel = new Schema<UpgradeRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    routerInventoryId: { type: Number, required: true },
    locationNetworkId: { type: Number, default: null },
    macId: { type: String, required: true },
    deviceName: { type: String, required: true },
    scheduleId: { type: Number, required: true },
    formerScheduleIds: { type: [Number], default: [] },
    version: { type: String, required: true },
    releaseId: { type: Number, required: true },
    upgradeType: { type: String, required: true },
    scheduleType: { type: String, enum: ['now', 'later'], required: true },
    timeZone: { type: String, default: null },
    savePrevConfig: { type: Boolean, default: false },
    dueAt: { type: Date, required: true },
    status: { type: String, enum: STORED_STATUSES, default: '' },
    inFlight: { type: Boolean, default: false },
    statusSince: { type: Date, required: true },
    deadlineAt: date,
    offeredAt: date,
    nextAttemptAt: date,
    attempts: { type: Number, default: 0 },
    progress: { type: Number, default: null },
    message: { type: String, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    searchText: { type: String, default: '' },
    versionOrder: { type: String, default: '' },
    cause: { type: String, default: undefined },
    inRollout: { type: Boolean, default: undefined },
    rolloutId: { type: Number, default: undefined },
    rolloutStage: { type: Number, default: undefined },
    rolloutOrder: { type: String, default: undefined },
    partNumber: { type: String, default: undefined },
    hasSlot: { type: Boolean, default: undefined },
    dispatchSeq: { type: Number, default: undefined },
    closesAt: { type: Date, default: undefined },
    ignored: { type: Number, default: undefined },
    heldOut: { type: Boolean, default: undefined },
    previousVersion: { type: String, default: undefined },
    restarts: { type: Number, default: undefined },
    maxAttempts: { type: Number, default: undefined },
    stepTimeoutS: { type: Number, default: undefined },
    isIrreversible: { type: Boolean, default: undefined },
    unprocessed: { type: Boolean, default: undefined },
    isRecalled: { type: Boolean, default: undefined },
    reachedVerifying: { type: Boolean, default: undefined },
    installingAt: { type: Date, default: undefined },
    verifyingAt: { type: Date, default: undefined },
    missedAt: { type: Date, default: undefined },
    silenceCounts: { type: Boolean, default: undefined },
    isSwitch: { type: Boolean, default: undefined },
    leftRollouts: { type: [Schema.Types.Mixed], default: undefined } as never,
    history: { type: [Schema.Types.Mixed], default: undefined, select: false },
  },
  collection('upgrades'),
);
requireTransition(upgradeModel);
// With the network, by which the upgrades of some networks are counted from the index alone.
upgradeModel.index({ organisationId: 1, _id: 1, locationNetworkId: 1 }, { name: 'organisation_id' });
for (const [name, field] of [
  ['version_order', 'versionOrder'],
  ['created', 'createdAt'],
  ['mac', 'macId'],
  ['due', 'dueAt'],
  ['status', 'status'],
  ['updated', 'updatedAt'],
] as const) {
  upgradeModel.index({ organisationId: 1, [field]: 1, _id: 1 }, { name: `sort_${name}` });
}
upgradeModel.index(
  { organisationId: 1, routerInventoryId: 1 },
  { unique: true, name: 'one_pending_per_device', partialFilterExpression: { status: '' } },
);
upgradeModel.index(
  { organisationId: 1, routerInventoryId: 1 },
  { unique: true, name: 'one_in_flight_per_device', partialFilterExpression: { inFlight: true } },
);
// This index also makes a repeated dispatch harmless: no device has two upgrades of one schedule.
upgradeModel.index(
  { organisationId: 1, routerInventoryId: 1, scheduleId: 1 },
  { unique: true, name: 'organisation_device_schedule' },
);
// The upgrades of a schedule, or of a rollout, by id. With the status, by which they are counted from the index alone.
upgradeModel.index(
  { organisationId: 1, scheduleId: 1, _id: 1, status: 1 },
  { name: 'organisation_schedule_id' },
);
upgradeModel.index(
  { deadlineAt: 1, _id: 1 },
  { name: 'deadline_id', partialFilterExpression: { inFlight: true } },
);
upgradeModel.index({ dueAt: 1, _id: 1 }, { name: 'pending_due', partialFilterExpression: { status: '' } });
// Ended upgrades by age, for retention. A pending one has the status ''.
upgradeModel.index(
  { statusSince: 1 },
  { name: 'ended', partialFilterExpression: { inFlight: false, status: { $gt: '' } } },
);
// Ended upgrades that no event has reported.
upgradeModel.index(
  { organisationId: 1, statusSince: 1 },
  { name: 'ended_unprocessed', partialFilterExpression: { inFlight: false, unprocessed: true } },
);
// The upgrades of a rollout: in flight or not yet counted; by stage and order, for its dispatch.
const inRollout = { partialFilterExpression: { inRollout: true } };
upgradeModel.index(
  { rolloutId: 1, unprocessed: 1, status: 1 },
  { name: 'member_unprocessed', partialFilterExpression: { inRollout: true, unprocessed: true } },
);
upgradeModel.index(
  { rolloutId: 1, rolloutStage: 1, status: 1, rolloutOrder: 1, _id: 1 },
  { name: 'member_order', ...inRollout },
);
// In flight in a network: with a slot, and begun. And by network, for one rollout.
upgradeModel.index(
  { organisationId: 1, locationNetworkId: 1 },
  { name: 'network_slots', partialFilterExpression: { inFlight: true, hasSlot: true } },
);
upgradeModel.index(
  { organisationId: 1, locationNetworkId: 1, status: 1 },
  { name: 'network_begun', partialFilterExpression: { inFlight: true, attempts: { $gt: 0 } } },
);
upgradeModel.index(
  { rolloutId: 1, status: 1, locationNetworkId: 1, _id: 1 },
  { name: 'member_network', ...inRollout },
);
// The upgrades of a rollout whose devices could not be rolled back.
upgradeModel.index(
  { rolloutId: 1 },
  { name: 'member_irreversible', partialFilterExpression: { inRollout: true, isIrreversible: true } },
);
// The upgrades that have entered Verifying, by time, for the health gate.
upgradeModel.index(
  { rolloutId: 1, verifyingAt: 1 },
  { name: 'member_verifying', partialFilterExpression: { inRollout: true, reachedVerifying: true } },
);
upgradeModel.index({ 'leftRollouts.id': 1 }, { name: 'rollout_left', sparse: true });
