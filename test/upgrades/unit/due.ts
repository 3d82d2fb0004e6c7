import { resolveScheduleTime } from '../../../shared/upgrades/domain/schedule-time.js';

export const JANUARY = '2026-01-01T00:00:00Z';

/** The instant that a local time resolves to, in ISO 8601, or the reason for its refusal. */
export function due(scheduleAt: string, timeZone: string | null = null, now = JANUARY): string {
  const resolved = resolveScheduleTime({ scheduleType: 'later', scheduleAt, timeZone }, new Date(now));
  return resolved.ok ? resolved.dueAt.toISOString() : resolved.reason;
}
