import type { Deafness } from '../../deaf-periods/domain/deafness.js';
import type { EndStatus } from '../../upgrades/domain/upgrade-status.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { CanaryPart, StageRecord } from '../models/rollout-stage.js';
import type { Offer, ScannedWaits, ScanPosition, WaitScan } from '../models/rollout-tick.js';
import type { Drift } from './preview/drift.js';
import type { MissedUpgrades } from './gates/delivery-gate.js';
import type { JudgedEnd } from './gates/failure-gate.js';
import type { StageLook } from './gates/health-gate.js';
import type { UncountedUpgrades } from './progress.js';
import type { IneligibleCounts } from './ineligible.js';

/** As the time of the last search for joiners: the next one reads all targets. */
export const EVERY_TARGET = new Date(0);

/** What a tick found. */
export interface Facts {
  readonly now: Date;
  /** Ended upgrades and devices that left, since the last tick. */
  readonly ended: readonly (JudgedEnd & { readonly status: EndStatus; readonly at: Date })[];
  readonly left: readonly { readonly id: number; readonly stage: number }[];
  /** Whether there may be more of them. */
  readonly isMore: boolean;
  /** Dispatched upgrades, without those of `ended`. */
  readonly open: readonly UncountedUpgrades[];
  /** Waiting upgrades whose latest try did not bring the firmware to the device, as far as the gates judge it. */
  readonly missed: readonly MissedUpgrades[];
  /** Before the first binding: the difference from the latest preview; null when there is none, and later. */
  readonly drift: DriftFacts | null;
  /** For a stage that may start: what it covers. */
  readonly plan: StagePlan | null;
  /** What a draw of canaries has found; null when none was due. */
  readonly draw: CanaryDraw | null;
  /** The number of upgrades of the canary stage after those of drawn canaries were written; null when none were. */
  readonly drawnBound: number | null;
  /** For a stage that is Binding: what its last slice added. */
  readonly slice: BoundSlice | null;
  /** What stages gained by devices that joined the targets; null when these were not looked for. */
  readonly joined: readonly AddedToStage[] | null;
  readonly scan: ScanResult | null;
  /** What a scan of the reasons of waiting upgrades has found; null when none was due. */
  readonly waiting: WaitCount | null;
  /** What a look at the health of the current stage found; null when none was due. */
  readonly look: StageLook | null;
  /** When the service did not hear the organisation's devices; {@link NEVER_DEAF} if nothing has depended on it. */
  readonly deafness: Deafness;
  /** Whether networks that were looked at are blocked. */
  readonly networks: ReadonlyMap<number, boolean>;
}

/** What the write that starts a stage fixes: a repeated binding chooses the same devices. */
export interface StagePlan extends Pick<StageRecord, 'lastKey' | 'canaries' | 'drawnAt'> {
  /** How many devices the rollout has and covers; null: as counted before. */
  readonly planned: RolloutRecord['planned'];
  /** With the first stage: how many devices are upgraded last; null with the others. */
  readonly heldOut: number | null;
}

/** A slice of a scan that counts why upgrades wait. */
export interface WaitCount {
  /** Where the next slice begins; null after the last. */
  readonly next: WaitScan | null;
  /** What all slices have found; null before the last. */
  readonly waits: ScannedWaits | null;
}

/** The canaries after a draw. */
export interface CanaryDraw {
  readonly parts: CanaryPart[];
  /** Whether upgrades of drawn canaries have to be written. */
  readonly hasDrawn: boolean;
  /** Canaries that others replace, whose upgrades have been given to a later stage. */
  readonly replaced: readonly {
    readonly part: string;
    readonly upgrades: readonly { readonly upgrade_id: number; readonly mac_id: string }[];
  }[];
}

/** How the devices to upgrade differ from those of the latest preview. */
export interface DriftFacts {
  readonly drift: Drift;
  /** Whether the fingerprint is not the one that the start named. */
  readonly differs: boolean;
  readonly examples: readonly { readonly mac_id: string; readonly change: 'joined' | 'left' }[];
}

/** What a slice of a binding adds to its stage. */
export interface BoundSlice extends IneligibleCounts {
  /** Where the next slice begins; null after the last. */
  readonly next: StageRecord['boundTo'];
  /** The number of upgrades of the stage; null before the last slice. */
  readonly bound: number | null;
  /** How many upgrades of the rollout could not be rolled back; null before the last slice, and where no gate would. */
  readonly irreversible: number | null;
}

/** A bound stage that devices may have joined. */
export interface AddedToStage {
  /** From 0. */
  readonly index: number;
  /** The joiners of this search that get no upgrade. */
  readonly ineligible: IneligibleCounts;
  /** The number of its upgrades now. */
  readonly bound: number;
}

/** What a scan of waiting upgrades found. */
export interface ScanResult {
  readonly dispatch: readonly Offer[];
  /** Where the next scan begins; null when this one has reached the end. */
  readonly next: ScanPosition | null;
  /** What a complete pass has found: offline and held out devices, and the stages with a device that is up. Null before its end. */
  readonly pass: Pick<ScanPosition, 'offline' | 'heldOut' | 'upStages'> | null;
}
