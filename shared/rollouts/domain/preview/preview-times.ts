import type { PreviewedStage } from './preview-stages.js';
import type { RolloutSettings } from '../settings.js';
import { openingAt, type Hours } from '../windows.js';

const MINUTE_MS = 60_000;
/** Download, restart and the first heartbeat of one upgrade, in seconds. */
const UPGRADE_S = 600;
/** More openings than a rollout has: it lasts a year at most, with 21 windows a week. */
const MAX_OPENINGS = 10_000;

/** When a stage begins and ends; null when no window ever opens for it. */
export interface StageTimes {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/**
 * How many minutes of open windows the upgrades of a stage take: the devices that are up at the allowed rate, and the
 * time of the last one (docs/rollouts.md#preview_rollout-3).
 */
export function workMinutes(
  { devices, offline }: PreviewedStage,
  { rate, max_in_flight }: Pick<RolloutSettings, 'rate' | 'max_in_flight'>,
  soakS: number,
): number {
  const durationS = soakS + UPGRADE_S;
  const perMinute = Math.min(rate.per_minute ?? Infinity, (60 * max_in_flight) / durationS);
  return (devices - offline) / perMinute + durationS / 60;
}

/** The times of the stages of a rollout that begins then. Approvals take no time. */
export function previewTimes(
  stages: readonly PreviewedStage[],
  settings: Pick<RolloutSettings, 'rate' | 'max_in_flight' | 'stages'>,
  hours: Hours,
  begins: Date,
  soakS: number,
): StageTimes[] {
  let next: number | null = begins.getTime();
  return stages.map((stage, index) => {
    const opening = next === null ? null : openingAt(hours, new Date(next));
    if (next === null || opening === null) return { startsAt: null, endsAt: null };
    const starts = Math.max(next, opening.from);
    const worked = afterWork(hours, starts, workMinutes(stage, settings, soakS) * MINUTE_MS);
    next = worked === null ? null : worked + (settings.stages[index]?.soak_minutes ?? 0) * MINUTE_MS;
    return { startsAt: new Date(starts), endsAt: next === null ? null : new Date(next) };
  });
}

/** The instant at which so many milliseconds of open windows have passed. */
function afterWork(hours: Hours, from: number, ms: number): number | null {
  let [at, rest] = [from, ms];
  for (let opening = 0; opening < MAX_OPENINGS; opening += 1) {
    const open = openingAt(hours, new Date(at));
    if (open === null) return null;
    const begins = Math.max(at, open.from);
    if (begins + rest <= open.to) return begins + rest;
    rest -= open.to - begins;
    at = open.to;
  }
  return null;
}
