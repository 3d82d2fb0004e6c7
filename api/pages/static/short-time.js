/**
 * A time as people read it in a list: without the year while it is this one.
 * @param {Date} date
 * @param {string} [timeZone] the browser's own if absent
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
