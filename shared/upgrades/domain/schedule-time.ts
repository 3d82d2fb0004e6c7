import { DateTime, type IANAZone } from 'luxon';
import { firstInstant, gapAround } from '../../platform/values/local-time.js';
import { ianaZone } from '../../platform/values/time-zone.js';

export interface ScheduleInput {
  /** `now` or `later`; absent means `now`, without a schedule_at. */
  readonly scheduleType?: string | null | undefined;
  readonly scheduleAt?: string | null | undefined;
  /** An IANA name. */
  readonly timeZone?: string | null | undefined;
}

export interface ScheduleRefusal {
  readonly ok: false;
  readonly field: 'schedule_at' | 'time_zone' | 'schedule_type';
  /** A readable message that names the field. */
  readonly reason: string;
}

/** When a request is due, and the zone that this is shown in. */
export interface DueTime {
  readonly dueAt: Date;
  readonly zone: string | null;
}

export type ResolvedSchedule = ({ readonly ok: true } & DueTime) | ScheduleRefusal;

export const DEFAULT_SCHEDULE_TYPE = 'now';
const DEFAULT_ZONE = 'UTC';
const LOCALE = { locale: 'en-US' };
const MINUTE_MS = 60_000;
const TIME =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?))?$/i;

function refuse(field: ScheduleRefusal['field'], reason: string): ScheduleRefusal {
  return { ok: false, field, reason: `${field} ${reason}` };
}

function present(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

function offsetMinutes(text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const digits = text.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return text.startsWith('-') ? -minutes : minutes;
}

/** The local time of a text, as milliseconds if it were UTC, and its offset. */
function readClock(text: string): { wallMs: number; offset: number | null } | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const wall = DateTime.fromObject(
    {
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second ?? 0),
      millisecond: Math.floor(Number(`0.${fraction ?? '0'}`) * 1000),
    },
    { zone: 'utc' },
  );
  if (!wall.isValid) return null;
  return { wallMs: wall.toMillis(), offset: offset === undefined ? null : offsetMinutes(offset) };
}

function clock(ms: number, format = 'HH:mm'): string {
  return DateTime.fromMillis(ms, { zone: 'utc' }).toFormat(format, LOCALE);
}

/** Describes the gap in the local time of the zone that the time falls into. */
function describeGap(wallMs: number, zone: IANAZone): string {
  const { from, to } = gapAround(wallMs, zone);
  const skipped = `${clock(wallMs, 'yyyy-MM-dd HH:mm')} does not exist in ${zone.name}`;
  return `${skipped}: the clocks go from ${clock(from)} to ${clock(to)}`;
}

/**
 * Reads schedule_type, schedule_at and time_zone, without limits on the time (docs/interface.md#upgrades-create-8). `now` has no
 * time: schedule_at is refused if no schedule_type was sent with it, and otherwise ignored.
 *
 * `later` needs schedule_at, `YYYY-MM-DD HH:MM` or ISO 8601 with date and time, read in time_zone (UTC when there is
 * none) unless it carries an offset. A local time that occurs twice is the first of the two. Refuses an unknown
 * schedule_type or zone, a text that is not a time, and a time that the clocks skip.
 * @returns `zone` is the zone to show the time in; null only for `now` without one
 */
export function readSchedule(
  input: ScheduleInput,
): { readonly ok: true; readonly at: Date | null; readonly zone: string | null } | ScheduleRefusal {
  const scheduleType = input.scheduleType ?? DEFAULT_SCHEDULE_TYPE;
  if (scheduleType !== 'now' && scheduleType !== 'later') {
    return refuse('schedule_type', 'must be now or later');
  }
  const zoneName = present(input.timeZone);
  const zone = ianaZone(zoneName ?? DEFAULT_ZONE);
  if (zone === null) return refuse('time_zone', 'is not the name of an IANA time zone such as Europe/Berlin');
  const text = present(input.scheduleAt);
  if (scheduleType === 'now') {
    const isForgotten = text !== null && present(input.scheduleType) === null;
    return isForgotten
      ? refuse('schedule_at', 'needs schedule_type later')
      : { ok: true, at: null, zone: zoneName };
  }
  if (text === null) return refuse('schedule_at', 'is missing: schedule_type later needs a time');
  const reading = readClock(text);
  if (reading === null) return refuse('schedule_at', 'is not a time: use YYYY-MM-DD HH:MM or ISO 8601');
  const { wallMs, offset } = reading;
  const dueMs = offset === null ? firstInstant(wallMs, zone) : wallMs - offset * MINUTE_MS;
  if (dueMs === null) return refuse('schedule_at', describeGap(wallMs, zone));
  return { ok: true, at: new Date(dueMs), zone: zone.name };
}

/**
 * The due time of a new request (docs/interface.md#upgrades-create-8), as {@link readSchedule} reads it; `now` is due at once.
 * Also refuses a time more than one minute past or more than one year ahead.
 */
export function resolveScheduleTime(input: ScheduleInput, now: Date): ResolvedSchedule {
  const read = readSchedule(input);
  if (!read.ok) return read;
  const { at, zone } = read;
  if (at === null) return { ok: true, dueAt: now, zone };
  if (at.getTime() < now.getTime() - MINUTE_MS) return refuse('schedule_at', 'is in the past');
  if (at.getTime() > DateTime.fromJSDate(now, { zone: 'utc' }).plus({ years: 1 }).toMillis()) {
    return refuse('schedule_at', 'is more than a year ahead');
  }
  return { ok: true, dueAt: at, zone };
}

/** When a schedule is due, and in which zone that is shown. */
export interface ScheduleTime {
  readonly scheduleType: 'now' | 'later';
  readonly dueAt: Date;
  readonly timeZone: string | null;
}

/**
 * The due time of a pending upgrade after a change; absent fields keep their values. A time zone alone keeps the wall
 * time and moves the instant. An unchanged instant is not checked again, so that an upgrade that waits for a busy
 * device past its time can still be changed.
 */
export function changeScheduleTime(
  current: ScheduleTime,
  change: { readonly [K in keyof ScheduleInput]?: ScheduleInput[K] | undefined },
  now: Date,
): ResolvedSchedule {
  const wasLater = current.scheduleType === 'later';
  // Left open, `now` refuses a time.
  const scheduleType = change.scheduleType ?? (wasLater ? 'later' : undefined);
  const zone = present(change.timeZone) ?? current.timeZone;
  const scheduleAt = present(change.scheduleAt) ?? (wasLater ? keptWallTime(current, zone) : null);
  const read = readSchedule({ scheduleType, scheduleAt, timeZone: zone });
  if (!read.ok) return read;
  const stays =
    (scheduleType ?? DEFAULT_SCHEDULE_TYPE) === current.scheduleType &&
    (read.at ?? current.dueAt).getTime() === current.dueAt.getTime();
  if (stays) return { ok: true, dueAt: current.dueAt, zone: read.zone };
  return resolveScheduleTime({ scheduleType, scheduleAt, timeZone: zone }, now);
}

/**
 * The due time as text: with its offset if the zone is unchanged, so that the instant is the same; otherwise without.
 */
function keptWallTime({ dueAt, timeZone }: ScheduleTime, zone: string | null): string {
  const local = DateTime.fromJSDate(dueAt, { zone: ianaZone(timeZone ?? DEFAULT_ZONE) ?? DEFAULT_ZONE });
  return local.toFormat(`yyyy-MM-dd'T'HH:mm:ss.SSS${zone === timeZone ? 'ZZ' : ''}`, LOCALE);
}

/** ISO 8601 to the second with the zone's offset at that time: `2026-07-01T09:00:00+02:00`. An unknown zone: UTC. */
export function presentScheduleTime(dueAt: Date, zone: string): string {
  const local = DateTime.fromJSDate(dueAt, { zone: ianaZone(zone) ?? DEFAULT_ZONE });
  return local.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ", LOCALE);
}
