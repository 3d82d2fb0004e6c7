/** A time for people who may be anywhere, such as `2026-11-30 12:01 UTC`. */
export function utcMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
