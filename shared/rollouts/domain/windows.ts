import { IANAZone } from 'luxon';
import { WEEKDAYS, type NetworkHours, type Window } from '../../inventory/domain/network-hours.js';
import { firstInstant, gapAround } from '../../platform/values/local-time.js';
import { ianaZone } from '../../platform/values/time-zone.js';
import type { Blackout, RolloutSettings } from './settings.js';

export interface Hours {
  readonly zone: IANAZone;
  /** None: always. */
  readonly windows: readonly Window[];
  readonly blackout: readonly Blackout[];
  /** Dispatch stops so long before a window ends. */
  readonly leadMinutes: number;
}

/** The settings of a rollout that say when it dispatches. */
type RolloutHours = Pick<RolloutSettings, 'time_zone' | 'windows' | 'blackout' | 'lead_minutes'>;

/** When a rollout dispatches in a network, whose own time zone and windows win; without a network, its own hours. */
export function hoursIn(
  settings: RolloutHours,
  { time_zone, windows }: NetworkHours = { time_zone: null, windows: null },
): Hours {
  const zone = ianaZone(time_zone ?? settings.time_zone) ?? IANAZone.create('UTC');
  const { blackout, lead_minutes: leadMinutes } = settings;
  return { zone, windows: windows ?? settings.windows, blackout, leadMinutes };
}

/** When upgrades may be dispatched: from `from` up to but not including `to`, in milliseconds since 1970. */
export interface Opening {
  readonly from: number;
  readonly to: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** An opening that lasts longer is cut off: callers ask about the next minutes. */
const LONGEST_MS = 8 * DAY_MS;
/** Blackouts can close a rollout for its whole life, which is a year at most. */
const HORIZON_DAYS = 400;

/** How long a window is by the clock; one that ends when it begins lasts a day. */
export function windowMinutes({ from, to }: Pick<Window, 'from' | 'to'>): number {
  const minutes = minutesOf(to) - minutesOf(from);
  return minutes > 0 ? minutes : minutes + 24 * 60;
}

/**
 * The opening that contains `now`, or else the next one; null when none begins within 400 days.
 *
 * Windows and dates are read by the clocks of the zone. A time that the clocks skip means the first instant after the
 * gap; of a time that they show twice, the first counts. A window that becomes empty does not exist on that day.
 */
export function openingAt(hours: Hours, now: Date): Opening | null {
  const at = now.getTime();
  if (hours.windows.length === 0 && hours.blackout.length === 0) return { from: at, to: at + LONGEST_MS };
  for (const { from, to } of merged(pieces(hours, at), at + LONGEST_MS)) {
    const opening = { from, to: to - hours.leadMinutes * MINUTE_MS };
    if (opening.to > Math.max(at, opening.from)) return opening;
  }
  return null;
}

/** The end of the opening that contains `now`, less the lead; null while dispatch is closed. */
export function openUntil(hours: Hours, now: Date): Date | null {
  const opening = openingAt(hours, now);
  return opening && opening.from <= now.getTime() ? new Date(opening.to) : null;
}

/** Joins openings that overlap or touch. One that lasts beyond `end` is cut off there. */
function* merged(openings: Iterable<Opening>, end: number): Generator<Opening> {
  let last: Opening | null = null;
  for (const next of openings) {
    if (last !== null && (next.from > last.to || last.to > end)) {
      yield last;
      last = null;
    }
    last = last === null ? next : { from: last.from, to: Math.max(last.to, next.to) };
  }
  if (last !== null) yield last;
}

/** Windows less blackouts, by date, in the order in which they begin. */
function* pieces({ zone, windows, blackout }: Hours, at: number): Generator<Opening> {
  const today = Math.floor((at + zone.offset(at) * MINUTE_MS) / DAY_MS);
  // A window of yesterday may last until today's, and one of the day before has ended.
  for (let day = today - 1; day <= today + HORIZON_DAYS; day += 1) {
    const midnight = instant(day, 0, zone);
    const next = instant(day + 1, 0, zone);
    const isOpen = !isBlackout(day, blackout);
    const isOpenNext = !isBlackout(day + 1, blackout);
    const ofDay = windowsOf(day, windows, zone, { from: midnight, to: next });
    if (isOpen) yield* ofDay.map(({ from, to }) => ({ from, to: Math.min(to, next) }));
    if (isOpenNext) yield* ofDay.filter(({ to }) => to > next).map(({ to }) => ({ from: next, to }));
  }
}

function windowsOf(day: number, windows: readonly Window[], zone: IANAZone, whole: Opening): Opening[] {
  if (windows.length === 0) return [whole];
  const weekday = WEEKDAYS[(day + 3) % 7];
  return windows
    .filter(({ days }) => days.some((name) => name === weekday))
    .map(({ from, to }) => {
      const [start, end] = [minutesOf(from), minutesOf(to)];
      return { from: instant(day, start, zone), to: instant(end <= start ? day + 1 : day, end, zone) };
    })
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
}

/** The first instant at which the zone's clocks show this time of the day, or that follows the gap that skips it. */
function instant(day: number, minutes: number, zone: IANAZone): number {
  const wallMs = day * DAY_MS + minutes * MINUTE_MS;
  return firstInstant(wallMs, zone) ?? gapAround(wallMs, zone).at;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function isBlackout(day: number, blackout: readonly Blackout[]): boolean {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return blackout.some(({ from, to }) => from <= date && date <= to);
}
