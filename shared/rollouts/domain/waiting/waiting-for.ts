import { isoSeconds } from '../../../platform/values/iso-time.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { ScannedWaits } from '../../models/rollout-tick.js';
import { coveredDevices } from '../coverage.js';
import { currentStage } from '../move-stage.js';
import type { StageSettings } from '../settings.js';
import type { ScannedReason, WaitingReason } from './waiting-reasons.js';

/** What is known of a waiting upgrade. */
export interface WaitingFacts {
  /** Whether it is held out until the watch is over. */
  readonly isHeldOut: boolean;
  /** Whether its hardware part waits for canaries. */
  readonly isHeld: boolean;
  readonly isBlocked: boolean;
  readonly isUp: boolean;
  readonly isOpen: boolean;
  /** What keeps it back in its network. */
  readonly network: 'switch' | 'network_limit' | null;
  readonly hasSlot: boolean;
  readonly hasToken: boolean;
}

/** The first reason for which an upgrade waits; null for one that the next tick may dispatch. */
export function waitingReason(facts: WaitingFacts): ScannedReason | null {
  if (facts.isHeldOut) return 'watch';
  if (facts.isHeld) return 'canary';
  if (facts.isBlocked) return 'blocked';
  if (!facts.isUp) return 'offline';
  if (!facts.isOpen) return 'window';
  if (facts.network !== null) return facts.network;
  if (!facts.hasSlot) return 'slots';
  return facts.hasToken ? null : 'rate';
}

export const NO_WAITS: Readonly<Record<ScannedReason, number>> = {
  watch: 0,
  canary: 0,
  blocked: 0,
  offline: 0,
  window: 0,
  switch: 0,
  network_limit: 0,
  slots: 0,
  rate: 0,
};

/** How many devices of a rollout its stages cover together. */
export function plannedDevices(
  stages: readonly StageSettings[],
  devices: number,
  named: number,
): { readonly devices: number; readonly covered: number } {
  const covered = stages.map((stage) => {
    if ('targets' in stage || 'canary_per_part' in stage) return 0;
    return coveredDevices(stage, devices);
  });
  return { devices, covered: Math.min(devices, Math.max(0, ...covered) + named) };
}

type Counted = Pick<RolloutRecord, 'state' | 'startedAt' | 'stages' | 'settings' | 'planned' | 'waits'>;

const ENDED = ['Completed', 'Cancelled'];

/** Devices that wait, by reason; null in Draft and at the end. */
export function waitingFor(rollout: Counted): Record<WaitingReason, number> | null {
  const { state, planned, stages, waits } = rollout;
  if (state === 'Draft' || ENDED.includes(state)) return null;
  const counts = { approval: 0, start: 0, ...NO_WAITS, ...waits?.counts };
  const bound = stages.reduce((sum, stage) => sum + stage.bound, 0);
  const later = planned === null ? 0 : Math.max(0, planned.covered - bound);
  const reason = laterReason(rollout);
  if (reason !== null) counts[reason] += later;
  return counts;
}

/** Why the devices of stages that have not started wait. */
function laterReason({ state, stages, settings }: Counted): 'approval' | 'start' | 'canary' | null {
  if (state === 'Scheduled') return 'start';
  const index = currentStage({ stages });
  const [stage, given] = [stages[index], settings.stages[index]];
  if (!stage || !given) return null;
  if (stage.state === 'AwaitingApproval') return 'approval';
  return 'canary_per_part' in given && stage.state !== 'Waiting' ? 'canary' : 'start';
}

/** When the next window opens in which a waiting device may be dispatched; null when none waits for one. */
export function windowOpensAt({ state, waits }: Pick<Counted, 'state' | 'waits'>): string | null {
  const isOver = state === 'Draft' || ENDED.includes(state);
  return isOver || !waits?.opensAt ? null : isoSeconds(waits.opensAt);
}

const COUNT_EVERY_MS = 30_000;

/** Whether the waiting upgrades of a running rollout are due to be counted, or are being counted. */
export function isCountDue(
  { state, waits, waitScan, stages }: Pick<RolloutRecord, 'state' | 'waits' | 'waitScan' | 'stages'>,
  now: Date,
): boolean {
  if (state !== 'Running' || stages.every((stage) => stage.state === 'Waiting')) return false;
  return waitScan !== null || waits === null || waits.at.getTime() + COUNT_EVERY_MS <= now.getTime();
}

/** How many devices the stages of a rollout that is over have covered, and how many of its devices they have not. */
export function coveredAtEnd({ planned, stages }: Pick<RolloutRecord, 'planned' | 'stages'>): {
  readonly covered: number;
  readonly not_covered: number | null;
} {
  const covered = stages.reduce((sum, { bound }) => sum + bound, 0);
  return { covered, not_covered: planned === null ? null : Math.max(0, planned.devices - covered) };
}

/** The counts of a scan with more upgrades. */
export function addWaits(
  { counts, opensAt }: Pick<ScannedWaits, 'counts' | 'opensAt'>,
  found: readonly { readonly reason: ScannedReason | null; readonly opensAt: Date | null }[],
): Pick<ScannedWaits, 'counts' | 'opensAt'> {
  const sums = { ...counts };
  let first = opensAt;
  for (const { reason, opensAt: at } of found) {
    if (reason !== null) sums[reason] += 1;
    if (reason === 'window' && at !== null && (first === null || at < first)) first = at;
  }
  return { counts: sums, opensAt: first };
}
