import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { Drift } from '../domain/preview/drift.js';
import { ROLLOUT_STATES, type RolloutState } from '../domain/rollout-state.js';
import type { RolloutSettings } from '../domain/settings.js';
import type { TokenBucket } from '../domain/rate.js';
import type { StageRecord, FinishedPart, FailedGroup, FailedExample } from './rollout-stage.js';
import type { TickRecord, ScanPosition, ScannedWaits, WaitScan } from './rollout-tick.js';
import type { SickDevices } from '../domain/health/judge-part.js';
import type { Watch } from '../domain/watch-state.js';

/** Why a rollout is in its state, under the names of the API (docs/rollouts.md#gates). */
export type StateReason = Readonly<Record<string, unknown>>;

/** Counts were noted last at this time; the series has this length and step. */
export interface NotedTime {
  readonly at: Date;
  readonly stepS: number;
  readonly length: number;
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
  /** What the last look has found; null before the first one. */
  sick: SickDevices | null;
  /** Null before the first tick. */
  noted: NotedTime | null;
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
    sick: { type: Mixed, default: null },
    noted: { type: Mixed, default: null },
    watch: { type: Mixed, default: null },
  },
  collection('rollouts'),
);
rolloutModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
rolloutModel.index({ organisationId: 1, state: 1, _id: 1 }, { name: 'organisation_state' });
rolloutModel.index({ state: 1, tickAt: 1 }, { name: 'state_tick' });
