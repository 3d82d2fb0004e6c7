import { openingAt, type Hours, type Opening } from '../windows.js';

/** More openings than a rollout has: it lasts a year at most, with 21 windows a week. */
const MAX_STEPS = 10_000;

/** Devices to upgrade in networks of the same hours. */
export interface HoursShare {
  readonly hours: Hours;
  /** How many milliseconds they take at the rate of the whole rollout. */
  readonly workMs: number;
}

/** When a stage begins and ends; null when no window ever opens for it. */
export interface WorkTimes {
  readonly startsAt: number | null;
  readonly endsAt: number | null;
}

/** A share that is under way. */
interface OpenShare {
  readonly hours: Hours;
  restMs: number;
  /** The opening that contains the present, or the next one. */
  opening: Opening | null;
}

/**
 * When the upgrades of a stage are done that begins then. One rate serves all shares: of those whose windows are open, the
 * one that closes first. Each upgrade takes some time after its dispatch, which counts within the windows too.
 * @param upgradeMs the time of one upgrade
 */
export function timesOfWork(given: readonly HoursShare[], from: number, upgradeMs: number): WorkTimes {
  const shares = given.map(({ hours, workMs }) => {
    return { hours, restMs: workMs, opening: openingAt(hours, new Date(from)) };
  });
  const first = earliest(shares);
  if (first === null) return { startsAt: null, endsAt: null };
  const startsAt = Math.max(from, first);
  let [at, endsAt] = [startsAt, startsAt];
  const left = new Set<OpenShare>(shares);
  for (let step = 0; left.size > 0; step += 1) {
    if (step === MAX_STEPS) return { startsAt, endsAt: null };
    for (const share of left)
      if (share.opening && share.opening.to <= at) share.opening = openingAt(share.hours, new Date(at));
    const next = nextOf(left, at);
    if (next?.opening == null) return { startsAt, endsAt: null };
    at = Math.max(at, next.opening.from);
    const worked = Math.min(next.restMs, next.opening.to - at);
    next.restMs -= worked;
    at += worked;
    if (next.restMs > 0) continue;
    left.delete(next);
    const end = afterWork(next.hours, at, upgradeMs);
    if (end === null) return { startsAt, endsAt: null };
    endsAt = Math.max(endsAt, end);
  }
  return { startsAt, endsAt };
}

function earliest(shares: readonly OpenShare[]): number | null {
  const begins = shares.flatMap(({ opening }) => (opening ? [opening.from] : []));
  return begins.length === 0 ? null : Math.min(...begins);
}

/** Of the shares that are open, the one that closes first; otherwise the one that opens next. */
function nextOf(shares: Iterable<OpenShare>, at: number): OpenShare | null {
  let best: OpenShare | null = null;
  for (const share of shares) {
    if (share.opening === null) continue;
    if (best?.opening == null || ranksBefore(share.opening, best.opening, at)) best = share;
  }
  return best;
}

function ranksBefore(a: Opening, b: Opening, at: number): boolean {
  const [openA, openB] = [a.from <= at, b.from <= at];
  if (openA !== openB) return openA;
  return openA ? a.to < b.to : a.from < b.from;
}

/** The instant at which so many milliseconds of open windows have passed. */
function afterWork(hours: Hours, from: number, ms: number): number | null {
  let [at, rest] = [from, ms];
  if (ms === 0) return from;
  for (let opening = 0; opening < MAX_STEPS; opening += 1) {
    const open = openingAt(hours, new Date(at));
    if (open === null) return null;
    const begins = Math.max(at, open.from);
    if (begins + rest <= open.to) return begins + rest;
    rest -= open.to - begins;
    at = open.to;
  }
  return null;
}
