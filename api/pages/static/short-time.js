/** @typedef {{ timeZone: string, label: string }} ShownZone */

/** @type {Map<string, ShownZone>} */
const tried = new Map();

/**
 * The zone with a name, or UTC if this browser does not know it, for example because the zone is newer. The label says so.
 * @param {string} name
 * @returns {ShownZone}
 */
export function zoneNamed(name) {
  const zone = tried.get(name) ?? tryZone(name);
  tried.set(name, zone);
  return zone;
}

/**
 * @param {string} timeZone
 * @returns {ShownZone}
 */
function tryZone(timeZone) {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone });
    return { timeZone, label: timeZone };
  } catch {
    return { timeZone: 'UTC', label: `UTC, because this browser does not know ${timeZone}` };
  }
}

/**
 * A time as people read it in a list: without the year while it is this one.
 * @param {Date} date
 * @param {string} [timeZone] one that the browser knows; its own if absent
 */
export function shortTime(date, timeZone) {
  const thisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleString(undefined, {
    ...(thisYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  });
}
