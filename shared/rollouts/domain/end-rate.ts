import type { RecentEnds } from '../models/rollout-stage.js';

const MINUTE_MS = 60_000;
/** The rate is an average over so many minutes. */
const MINUTES = 15;

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);

/** The numbers of ended upgrades by minute, with further ones and without those that are too old to count. */
export function withEnds(recent: readonly RecentEnds[], ended: readonly Date[], now: Date): RecentEnds[] {
  const counts = new Map(recent.map(({ minute, count }) => [minute, count]));
  for (const at of ended) counts.set(minuteOf(at), (counts.get(minuteOf(at)) ?? 0) + 1);
  return [...counts]
    .map(([minute, count]) => ({ minute, count }))
    .filter(({ minute }) => minute >= minuteOf(now) - MINUTES);
}

/**
 * How many upgrades a minute ended in the last 15 minutes. Of the oldest minute, the part counts that is not over yet.
 * @param uncounted upgrades that have ended since the counts were written
 */
export function endsPerMinute(recent: readonly RecentEnds[], uncounted: number, now: Date): number {
  const oldest = now.getTime() / MINUTE_MS - MINUTES;
  const counted = recent.reduce((sum, { minute, count }) => {
    const share = Math.min(1, Math.max(0, minute + 1 - oldest));
    return sum + count * share;
  }, 0);
  return (counted + uncounted) / MINUTES;
}

/** When the waiting upgrades will have ended at this rate; null when it is 0. */
export function estimatedEnd(waiting: number, perMinute: number, now: Date): Date | null {
  return perMinute > 0 ? new Date(now.getTime() + (waiting / perMinute) * MINUTE_MS) : null;
}
