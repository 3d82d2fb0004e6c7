import { DateTime } from 'luxon';
import { ianaZone } from './time-zone.js';

/** A time for people who may be anywhere, such as `2026-11-30 12:01 UTC`. */
export function utcMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * A time for a person who has chosen a zone, such as `2026-11-30 13:01 +01:00 (Europe/Berlin)`; in UTC for one who has not, and
 * when this version does not know the zone.
 */
export function zonedMinute(at: Date, timeZone: string | null | undefined): string {
  const zone = timeZone ? ianaZone(timeZone) : null;
  if (zone === null) return utcMinute(at);
  const local = DateTime.fromJSDate(at, { zone });
  return `${local.toFormat('yyyy-MM-dd HH:mm ZZ', { locale: 'en-US' })} (${zone.name})`;
}
