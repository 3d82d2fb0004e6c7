/** A share in whole percent, rounded down: 100 only when it is all; 0 of none. */
export function wholePercent(part: number, all: number): number {
  return Math.floor((100 * part) / Math.max(1, all));
}
