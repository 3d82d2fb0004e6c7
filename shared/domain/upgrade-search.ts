import { presentScheduleTime } from './schedule-time.js';
import { isoUtc } from './heartbeat-time.js';
import { fold } from './device-search.js';

/** The time of an upgrade as clients see it: null for `now` (decisions, upgrades). */
export function shownScheduleAt(
  scheduleType: 'now' | 'later',
  dueAt: Date,
  timeZone: string | null,
): string | null {
  return scheduleType === 'now' ? null : presentScheduleTime(dueAt, timeZone ?? 'UTC');
}

/**
 * The text that upgrade_list searches, all of its eight fields but the status, which changes and is matched by
 * name (Interface document, upgrade_list). Fields are separated so that no search matches across two of them.
 */
export function upgradeSearchText(upgrade: {
  readonly version: string;
  readonly routerInventoryId: number;
  readonly scheduleType: 'now' | 'later';
  readonly dueAt: Date;
  readonly timeZone: string | null;
  readonly createdAt: Date;
  readonly macId: string;
  readonly deviceName: string;
}): string {
  const { scheduleType, dueAt, timeZone } = upgrade;
  return [
    upgrade.version,
    `AP:${upgrade.routerInventoryId}`,
    shownScheduleAt(scheduleType, dueAt, timeZone) ?? '',
    isoUtc(upgrade.createdAt),
    upgrade.macId,
    upgrade.deviceName,
    timeZone ?? '',
  ]
    .map(fold)
    .join('\n');
}
