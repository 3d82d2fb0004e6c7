import type { RolloutSettings } from '../settings.js';
import type { Hours } from '../windows.js';
import { timesOfWork } from './stage-work.js';

const MINUTE_MS = 60_000;
/** Download, restart and the first heartbeat of one upgrade, in seconds. */
const UPGRADE_S = 600;

/** When a stage begins and ends; null when no window ever opens for it. */
export interface StageTimes {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** How many minutes it takes to dispatch devices at the allowed rate. */
function dispatchMinutes(
  devices: number,
  { rate, max_in_flight }: Pick<RolloutSettings, 'rate' | 'max_in_flight'>,
  soakS: number,
): number {
  return devices / Math.min(rate.per_minute ?? Infinity, (60 * max_in_flight) / (soakS + UPGRADE_S));
}

/** The devices of the stages that are up, by groups of hours. */
export interface DividedHours {
  /** The first ones are the rollout's own. */
  readonly hours: readonly Hours[];
  readonly up: readonly (readonly (number | undefined)[])[];
}

/**
 * The times of the stages of a rollout that begins then (docs/rollouts.md#preview_rollout-3). Approvals take no time.
 */
export function previewTimes(
  { hours, up }: DividedHours,
  settings: Pick<RolloutSettings, 'rate' | 'max_in_flight' | 'stages'>,
  begins: Date,
  soakS: number,
): StageTimes[] {
  let next: number | null = begins.getTime();
  return up.map((ofStage, index) => {
    if (next === null) return { startsAt: null, endsAt: null };
    const shares = hours.map((each, group) => {
      return { hours: each, workMs: dispatchMinutes(ofStage[group] ?? 0, settings, soakS) * MINUTE_MS };
    });
    const busy = shares.filter(({ workMs }) => workMs > 0);
    const work = busy.length > 0 ? busy : shares.slice(0, 1);
    const { startsAt, endsAt } = timesOfWork(work, next, (soakS + UPGRADE_S) * 1000);
    next = endsAt === null ? null : endsAt + (settings.stages[index]?.soak_minutes ?? 0) * MINUTE_MS;
    return { startsAt: dateOf(startsAt), endsAt: dateOf(next) };
  });
}

function dateOf(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}
