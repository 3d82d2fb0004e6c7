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

/** The devices of a stage that are up: how many, and the different hours of their networks, at least one. */
export interface StageWork {
  readonly up: number;
  readonly hours: readonly Hours[];
}

/**
 * The times of the stages of a rollout that begins then (docs/rollouts.md#preview_rollout-3). Approvals take no time.
 */
export function previewTimes(
  work: readonly StageWork[],
  { rate, max_in_flight, stages }: Pick<RolloutSettings, 'rate' | 'max_in_flight' | 'stages'>,
  begins: Date,
  soakS: number,
): StageTimes[] {
  const upgradeS = soakS + UPGRADE_S;
  const perMinute = Math.min(rate.per_minute ?? Infinity, (60 * max_in_flight) / upgradeS);
  let next: number | null = begins.getTime();
  return work.map(({ up, hours }, index) => {
    if (next === null) return { startsAt: null, endsAt: null };
    const from = next;
    const openings = hours.map((each) => openingAt(each, new Date(from))?.from ?? Infinity);
    const workMs = (up / perMinute) * MINUTE_MS + upgradeS * 1000;
    const end = Math.max(...hours.map((each) => afterWork(each, from, workMs)));
    next = end === Infinity ? null : end + (stages[index]?.soak_minutes ?? 0) * MINUTE_MS;
    return { startsAt: dateOf(Math.max(from, Math.min(...openings))), endsAt: dateOf(next) };
  });
}

/** The instant at which so many milliseconds of open windows have passed; Infinity when they never do. */
function afterWork(hours: Hours, from: number, ms: number): number {
  let [at, rest] = [from, ms];
  for (let openings = 0; openings < MAX_OPENINGS; openings += 1) {
    const open = openingAt(hours, new Date(at));
    if (open === null) break;
    const begins = Math.max(at, open.from);
    if (begins + rest <= open.to) return begins + rest;
    rest -= open.to - begins;
    at = open.to;
  }
  return Infinity;
}

function dateOf(at: number | null): Date | null {
  return at === null || at === Infinity ? null : new Date(at);
}
