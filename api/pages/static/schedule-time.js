const DAY_MS = 86_400_000;

/**
 * How far a zone's clocks are from UTC at an instant, in milliseconds.
 * @param {number} instant
 * @param {string} zone
 */
function offsetAt(instant, zone) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const wall = Date.UTC(
    parts['year'] ?? 0,
    (parts['month'] ?? 1) - 1,
    parts['day'],
    parts['hour'],
    parts['minute'],
    parts['second'],
  );
  return wall - Math.floor(instant / 1000) * 1000;
}

/**
 * The first instant at which the zone's clocks show this time; null when they skip it. The service decides by the
 * same rule; this is for the preview only.
 * @param {string} local `YYYY-MM-DDTHH:MM`
 * @param {string} zone
 * @returns {number | null}
 */
export function firstInstant(local, zone) {
  const wall = Date.parse(`${local}:00Z`);
  if (Number.isNaN(wall)) return null;
  const offsets = [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)];
  const instants = offsets
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(instant, zone) === wall);
  return instants.length === 0 ? null : Math.min(...instants);
}

/**
 * `UTC+05:30`.
 * @param {string} zone
 * @param {number} instant
 */
export function offsetName(zone, instant) {
  const minutes = Math.round(offsetAt(instant, zone) / 60_000);
  const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/**
 * What a chosen time means: how far away it is, and what the clocks here will show.
 * @param {string} local
 * @param {string} zone
 * @param {number} now
 */
export function describeTime(local, zone, now) {
  if (local === '') return '';
  const instant = firstInstant(local, zone);
  if (instant === null) return `The clocks of ${zone} skip this time; choose another.`;
  if (instant < now - 60_000) return 'This time is in the past.';
  const here = new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return `Starts ${distance(instant - now)}: ${here} on your clock (${zone} is ${offsetName(zone, instant)} then).`;
}

/** @param {number} ms */
function distance(ms) {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  if (minutes < 100) return format.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day');
}

/**
 * Next night at two, when few people need their network.
 * @param {string} zone
 * @param {number} now
 */
export function nextNight(zone, now) {
  const tomorrow = new Date(now + offsetAt(now, zone) + DAY_MS);
  return `${tomorrow.toISOString().slice(0, 10)}T02:00`;
}
