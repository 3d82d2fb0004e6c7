/**
 * Whether a device is up: its last heartbeat is at most `downAfterS` seconds old. Null without any heartbeat,
 * which current_status shows as DOWN and lists as null.
 */
export function isUp(lastHeartbeat: Date | null, now: Date, downAfterS: number): boolean | null {
  if (lastHeartbeat === null) return null;
  return now.getTime() - lastHeartbeat.getTime() <= downAfterS * 1000;
}

/** An agent that asks every two minutes is silent for three of its intervals, and a little more, before it is down. */
export const AGENT_DOWN_AFTER_S = 390;

/** How long a device may be silent before it is down; `downAfterS` is DOWN_AFTER_S. */
export function downAfterOf({ isOpenwisp }: { readonly isOpenwisp?: boolean }, downAfterS: number): number {
  return isOpenwisp === true ? Math.max(downAfterS, AGENT_DOWN_AFTER_S) : downAfterS;
}

export const DEVICE_STATES = ['up', 'down', 'never_heard'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/** The state of a device by its last heartbeat, by the rule of {@link isUp}. */
export function stateAt(lastHeartbeat: Date | null, now: Date, downAfterS: number): DeviceState {
  const up = isUp(lastHeartbeat, now, downAfterS);
  if (up === null) return 'never_heard';
  return up ? 'up' : 'down';
}

/** The earliest last heartbeat of a device that is up. */
export function upSince(now: Date, downAfterS: number): Date {
  return new Date(now.getTime() - downAfterS * 1000);
}

/** `DD/MM/YYYY HH:MM:SS +00:00` in UTC, or null (docs/interface.md#rout_inventory_list). */
export function wireTimestamp(date: Date): string;
export function wireTimestamp(date: Date | null): string | null;
export function wireTimestamp(date: Date | null): string | null {
  if (date === null) return null;
  const [day = '', time = ''] = date.toISOString().split('T');
  return `${day.split('-').reverse().join('/')} ${time.slice(0, 8)} +00:00`;
}

/** ISO 8601 in UTC with milliseconds, or null. */
export function isoUtc(date: Date): string;
export function isoUtc(date: Date | null): string | null;
export function isoUtc(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
