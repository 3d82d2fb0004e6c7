import { fold } from '../../inventory/domain/device-search.js';
import type { DeviceState } from '../../status/domain/heartbeat-time.js';

/** A range of the sort keys of last heartbeats: from one on, and before another. */
export interface HeardRange {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** Above the keys of devices that were never heard, and below those of all times. */
const FIRST_TIME = '0';

/** The states whose last heartbeat is in the range that a state or a time, or both, describe; null for every device. */
export function heardRange(
  state: DeviceState | null,
  heardBefore: Date | null,
  upSince: Date,
): HeardRange | null {
  if (state === null && heardBefore === null) return null;
  if (state === 'never_heard') return heardBefore ? { before: '' } : { before: FIRST_TIME };
  const since = keyOf(upSince);
  const ends = [
    ...(state === 'down' ? [since] : []),
    ...(heardBefore === null ? [] : [keyOf(heardBefore)]),
  ].sort();
  return { from: state === 'up' ? since : FIRST_TIME, before: ends[0] };
}

/** Whether the range has only devices that were never heard. */
export function isNeverHeard({ from, before }: HeardRange): boolean {
  return from === undefined && before === FIRST_TIME;
}

/** Sort keys of this time and later ones begin here; as timeSortKey makes them. */
function keyOf(at: Date): string {
  return fold(at.toISOString());
}

/** The condition on a sort key. */
export function inRange({ from, before }: HeardRange): { $gte?: string; $lt?: string } {
  return { ...(from === undefined ? {} : { $gte: from }), ...(before === undefined ? {} : { $lt: before }) };
}
