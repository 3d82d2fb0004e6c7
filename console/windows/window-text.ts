import type { Schema } from '../api/answer';

/** Such as "mon, tue 02:00–05:00". */
export function windowText({ days, from, to }: Schema<'Windows'>[number]): string {
  return `${days.length === 7 ? 'daily' : days.join(', ')} ${from}–${to}`;
}
