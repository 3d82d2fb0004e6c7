import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { EndStatus, UpgradeCause } from '../../upgrades/domain/upgrade-status.js';
import type { Drift } from '../domain/preview/drift.js';
import { ROLLOUT_STATES, type RolloutState, type StageState } from '../domain/rollout-state.js';
import type { RolloutSettings } from '../domain/settings.js';
import type { LogEvent } from '../domain/log-event.js';
import type { TokenBucket } from '../domain/rate.js';
import type { ScannedReason } from '../domain/waiting/waiting-reasons.js';
import type { Watch } from '../domain/watch-state.js';

/** Why a rollout is in its state, under the names of the API (docs/rollouts.md#gates). */
export type StateReason = Readonly<Record<string, unknown>>;

/** A position in the targets of a rollout: a group of them, and a device of the group. */
export interface TargetPosition {
  group: number;
  afterId: number;
  /** In a group of upgrades: the position of the upgrade `afterId` in the order of its rollout. */
  order?: string;
}

/** Upgrades that ended in one minute. */
export interface RecentEnds {
  minute: number;
  count: number;
}

/** The canaries of a hardware part in a canary stage (docs/rollouts.md#canaries). */
export interface CanaryPart {
  part: string;
  /** Devices that were drawn and not replaced. */
  deviceIds: number[];
  /** How many canaries it is to have: those of the stage, and two more after a bad one. */
  wanted: number;
  /** How many bad canaries the log names. */
  notedBad: number;
  /** At the last draw: the devices that the rollout upgrades. */
  devices: number;
  /** At the last draw: the devices that a later draw may take, whether they are up or not. */
  spare: number;
  /** At the last draw: canaries whose upgrade was open or had ended in Success, and upgrades of the part that had failed. */
  alive: number;
  failed: number;
}

/** The state of a stage and the upgrades that ticks have counted for it. */
export interface StageRecord {
  state: StageState;
  startedAt: Date | null;
  doneAt: Date | null;
  /** When the soak ends; null while it has not begun. */
  soakUntil: Date | null;
  /** The last key of the order that the stage covers, fixed when the stage starts; null: every device. */
  lastKey: string | null;
  /** The canaries of each hardware part of a canary stage, as the draws have added them; null for other stages. */
  canaries: CanaryPart[] | null;
  /** When canaries were last drawn; null: they are to be drawn at once. */
  drawnAt: Date | null;
  /** Whether canaries were drawn whose upgrades may not be written yet. */
  drawsOpen: boolean;
  /** How far the targets have been bound; null before the first and after the last slice. */
  boundTo: TargetPosition | null;
  /** Upgrades that were written for the stage, with those whose device has left since. */
  bound: number;
  /** Upgrades whose device has left the rollout by a later request or a deletion. */
  left: number;
  /** Ended upgrades. */
  ended: Record<EndStatus, number>;
  /** How many ended in each of the last minutes, which are counted since 1970. */
  recent: RecentEnds[];
  /** Waiting upgrades whose device was not up at the last complete scan, and those that are held out. */
  offline: number;
  heldOut: number;
  /**
   * Devices that got no upgrade: they run the version, the release has no url for their part, or their previous release
   * or its url is gone.
   */
  onVersion: number;
  noFirmware: number;
  releaseGone: number;
}

/** Upgrades that have finished, by stage and hardware part. */
export interface FinishedPart {
  stage: number;
  part: string;
  success: number;
  /** Failed, or Expired because the device ignored it. */
  failed: number;
  /** Of those, the ones that the failure gate counts. */
  counted: number;
  /** Of those, the ones whose device did not get the firmware: the delivery gate counts them. */
  undelivered: number;
}

/** Failed and Expired upgrades that ended alike; examples are ids of upgrades. */
export interface FailedGroup {
  cause: UpgradeCause | null;
  part: string;
  count: number;
  examples: number[];
}

/** An upgrade that failed, or whose device is sick, for the reason of a pause. */
export interface FailedExample {
  upgrade_id: number;
  mac_id: string;
  cause: UpgradeCause | null;
  stage: number;
  part: string;
}

/** Upgrades that get a slot. */
export interface Offer {
  ids: number[];
  /** Until when they may be offered for the first time. */
  until: Date;
  /** Until when a later try may be offered. */
  closesAt: Date;
}

/**
 * What a tick decided and has to be carried out; repeating it changes nothing. Ids are of upgrades.
 */
export interface TickRecord {
  /** The `seq` of the rollout that the tick wrote. */
  seq: number;
  /** Ended upgrades that the counts of the stages include since this tick. */
  counted: number[];
  /** Upgrades whose device left, which the counts include since this tick. */
  left: number[];
  /** Upgrades that get a slot. */
  dispatch: Offer[];
  /** Among `counted`: those whose device fell silent and that count as failures. Absent when there are none. */
  silent?: number[];
  /** When it was decided; absent in ticks of versions without a log. */
  at?: Date;
  /** What enters the log of the rollout. */
  events?: LogEvent[];
  /** The id of the rollback that the trip of a gate leads to. */
  rollback?: number;
}

/** The position of the scan of waiting upgrades: stage, then order; and what it has found since its beginning. */
export interface ScanPosition {
  stage: number;
  order: string;
  id: number;
  /** Upgrades whose device was not up, and those that are held out, by stage, from the first. */
  offline: number[];
  heldOut: number[];
  /** Stages with an upgrade whose device was up. */
  upStages: number[];
}

/** Why upgrades waited at a scan, and when the next window opens for those that wait for one. */
export interface ScannedWaits {
  counts: Readonly<Record<ScannedReason, number>>;
  opensAt: Date | null;
  /** When the scan was complete. */
  at: Date;
}

/** The position of a scan that counts why upgrades wait, and what it has found. */
export interface WaitScan extends Pick<ScannedWaits, 'counts' | 'opensAt'> {
  stage: number;
  order: string;
  id: number;
}

/**
 * One rollout. Callers change settings, state and stage states under `revision`; every write of the record, ticks
 * included, increments `seq`, which makes a tick that was computed before it fail.
 */
export interface RolloutRecord {
  _id: number;
  organisationId: number;
  createdBy: number;
  createdAt: Date;
  /** The networks and unassigned devices that the creator could change; null: all networks. */
  networkIds: number[] | null;
  includesUnassigned: boolean;
  settings: RolloutSettings;
  state: RolloutState;
  stateReason: StateReason | null;
  revision: number;
  /** Reserved at the start; ranks the rollout among requests. */
  scheduleId: number | null;
  /** The release whose urls are offered; fixed at the start. */
  releaseId: number | null;
  startedAt: Date | null;
  endedAt: Date | null;
  derivedFrom: { rollout_id: number; action: 'retry' | 'rollback'; causes: string[] } | null;
  /** The fingerprint that the starter saw; null when the start named none. */
  fingerprint: string | null;
  /** How the devices differed from the latest preview at the first binding; null before it and without a preview. */
  drift: Drift | null;
  stages: StageRecord[];
  seq: number;
  /** When the next tick is due; null while none is. */
  tickAt: Date | null;
  /** What the last tick decided; the next one repeats it first. */
  tick: TickRecord | null;
  bucket: TokenBucket | null;
  scan: ScanPosition | null;
  /** Set by a forced cancellation: upgrades that devices have begun end, too. */
  abandonsBegun?: boolean;
  /** Set by a resume after a pause because too many devices could not be rolled back. */
  acceptsIrreversible?: boolean;
  /** Why upgrades waited at the last complete scan, and the scan under way; null while there is none. */
  waits: ScannedWaits | null;
  waitScan: WaitScan | null;
  /**
   * At the start of a stage: the devices of the rollout, and how many of them its stages cover together. Null before it was
   * counted.
   */
  planned: { devices: number; covered: number } | null;
  /**
   * When devices that joined the targets were last looked for; null before the first stage has started. The first instant
   * of 1970: all targets are to be searched, because the exclusions have changed.
   */
  joinedTo: Date | null;
  /** Networks where so many upgrades failed that nothing more is dispatched there. */
  blockedNetworks: number[];
  /** All upgrades that have finished, by part; the canary hold reads it. */
  finished: FinishedPart[];
  /** Those that the gates judge: since the start or the last resume. */
  judged: FinishedPart[];
  /** All counted upgrades that have failed or expired, by cause and part. */
  failed: FailedGroup[];
  /** The latest of the judged failures that the failure gate counts. */
  failures: FailedExample[];
  /** The health gate judges only upgrades that have entered Verifying since; null: all. The time of the last resume. */
  judgedFrom: Date | null;
  /** The last look of the health gate, and how many there have been. */
  lookedAt: Date | null;
  looks: number;
  /** Null before the first stage has started, and when no device is held out. */
  watch: Watch | null;
}

/** What decides which devices a rollout upgrades, and to which releases. */
export type RolloutTargeting = Pick<
  RolloutRecord,
  | '_id'
  | 'organisationId'
  | 'networkIds'
  | 'includesUnassigned'
  | 'settings'
  | 'releaseId'
  | 'scheduleId'
  | 'derivedFrom'
>;

const date = { type: Date, default: null };
const { Mixed } = Schema.Types;

export const rolloutModel = new Schema<RolloutRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    createdBy: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    networkIds: { type: [Number], default: null },
    includesUnassigned: { type: Boolean, required: true },
    settings: { type: Mixed, required: true },
    state: { type: String, enum: ROLLOUT_STATES, required: true },
    stateReason: { type: Mixed, default: null },
    revision: { type: Number, required: true },
    scheduleId: { type: Number, default: null },
    releaseId: { type: Number, default: null },
    startedAt: date,
    endedAt: date,
    derivedFrom: { type: Mixed, default: null },
    fingerprint: { type: String, default: null },
    drift: { type: Mixed, default: null },
    stages: { type: [Mixed], required: true } as never,
    seq: { type: Number, required: true },
    tickAt: date,
    tick: { type: Mixed, default: null },
    bucket: { type: Mixed, default: null },
    scan: { type: Mixed, default: null },
    waits: { type: Mixed, default: null },
    waitScan: { type: Mixed, default: null },
    planned: { type: Mixed, default: null },
    abandonsBegun: { type: Boolean, default: undefined },
    acceptsIrreversible: { type: Boolean, default: undefined },
    joinedTo: date,
    blockedNetworks: { type: [Number], default: [] } as never,
    finished: { type: [Mixed], default: [] } as never,
    judged: { type: [Mixed], default: [] } as never,
    failed: { type: [Mixed], default: [] } as never,
    failures: { type: [Mixed], default: [] } as never,
    judgedFrom: date,
    lookedAt: date,
    looks: { type: Number, required: true },
    watch: { type: Mixed, default: null },
  },
  collection('rollouts'),
);
rolloutModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
rolloutModel.index({ organisationId: 1, state: 1, _id: 1 }, { name: 'organisation_state' });
rolloutModel.index({ state: 1, tickAt: 1 }, { name: 'state_tick' });
