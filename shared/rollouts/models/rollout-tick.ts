import type { LogEvent } from '../domain/log-event.js';
import type { NotedCounts, NotedPart } from './rollout-series.js';
import type { ScannedReason } from '../domain/waiting/waiting-reasons.js';

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
  /** How upgrades stand, when that is to be noted, and what a look has compared. */
  counts?: NotedCounts;
  looks?: NotedPart[];
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
