import type { EndStatus, UpgradeCause } from '../../upgrades/domain/upgrade-status.js';
import type { StageState } from '../domain/rollout-state.js';

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
