import { DateTime, type IANAZone } from 'luxon';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The change of a zone's clocks that skips a reading: from the one reading to the other. */
export interface Gap {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The first instant at which the clocks of a zone show a reading; null when they skip it.
 * @param wallMs the reading, as the milliseconds that it would be in UTC
 */
export function firstInstant(wallMs: number, zone: IANAZone): number | null {
  const local = DateTime.fromMillis(wallMs, { zone: 'utc' }).setZone(zone, { keepLocalTime: true });
  if (local.toMillis() + local.offset * MINUTE_MS !== wallMs) return null;
  return Math.min(...local.getPossibleOffsets().map((possible) => possible.toMillis()));
}

/** The gap that a skipped reading falls into, found by bisection. Readings as in {@link firstInstant}. */
export function gapAround(wallMs: number, zone: IANAZone): Gap {
  const before = zone.offset(wallMs - DAY_MS) * MINUTE_MS;
  const after = zone.offset(wallMs + DAY_MS) * MINUTE_MS;
  let [stillBefore, alreadyAfter] = [wallMs - after, wallMs - before];
  while (alreadyAfter - stillBefore > 1) {
    const middle = Math.floor((stillBefore + alreadyAfter) / 2);
    if (zone.offset(middle) * MINUTE_MS === after) alreadyAfter = middle;
    else stillBefore = middle;
  }
  return { at: alreadyAfter, from: alreadyAfter + before, to: alreadyAfter + after };
}
