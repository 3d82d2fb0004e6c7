const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Such as "3 d 4 h", "4 h 5 min", "5 min" or "25 s": the two largest units, without one that is 0. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const units = [
    [Math.floor(whole / DAY_S), 'd'],
    [Math.floor((whole % DAY_S) / HOUR_S), 'h'],
    [Math.floor((whole % HOUR_S) / MINUTE_S), 'min'],
    [whole % MINUTE_S, 's'],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  if (first < 0) return '0 min';
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** The same of minutes, which may be parts of one. */
export function minutesText(minutes: number): string {
  return duration(minutes * MINUTE_S);
}
