const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const MINUTE_MS = 60_000;

/**
 * Parses an ISO 8601 date, or date and time; UTC without an offset. Null for anything else, and for days and times
 * that do not exist, which Date.parse shifts silently.
 */
export function parseIsoTime(text: string): Date | null {
  const match = ISO_8601.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset = 'Z'] = match;
  const wall = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)),
  );
  const exists =
    wall.getUTCFullYear() === Number(year) &&
    wall.getUTCMonth() + 1 === Number(month) &&
    wall.getUTCDate() === Number(day) &&
    wall.getUTCHours() === Number(hour) &&
    wall.getUTCMinutes() === Number(minute) &&
    wall.getUTCSeconds() === Number(second);
  const ahead = offsetMinutes(offset);
  if (!exists || ahead === null) return null;
  return new Date(wall.getTime() + Number(fraction.padEnd(3, '0').slice(0, 3)) - ahead * MINUTE_MS);
}

function offsetMinutes(text: string): number | null {
  if (text === 'Z') return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(4))];
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** ISO 8601 in UTC, to the second: `2026-11-30T19:58:00Z`. */
export function isoSeconds(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z');
}
