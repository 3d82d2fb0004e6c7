import { presentScheduleTime } from './schedule-time.js';
import { isoUtc } from '../../status/domain/heartbeat-time.js';
import { fold } from '../../inventory/domain/device-search.js';
import { versionSortKey } from '../../platform/values/firmware-version.js';

/** The time of an upgrade as clients see it: null for `now` (docs/interface.md#upgrades-index). */
export function shownScheduleAt(
  scheduleType: 'now' | 'later',
  dueAt: Date,
  timeZone: string | null,
): string | null {
  return scheduleType === 'now' ? null : presentScheduleTime(dueAt, timeZone ?? 'UTC');
}

interface ShownUpgrade {
  readonly version: string;
  readonly routerInventoryId: number;
  readonly scheduleType: 'now' | 'later';
  readonly dueAt: Date;
  readonly timeZone: string | null;
  readonly createdAt: Date;
  readonly macId: string;
  readonly deviceName: string;
}

/** The fields by which the table is searched and sorted. */
export function upgradeTableKeys(upgrade: ShownUpgrade): { searchText: string; versionOrder: string } {
  return { searchText: upgradeSearchText(upgrade), versionOrder: versionSortKey(upgrade.version) };
}

/** The time shown for an upgrade without a scheduled time: schedule_type in the API, words on the page. */
const AT_ONCE = 'now at once';

/**
 * The text that upgrade_list searches, all of its eight fields but the status, which changes and is matched by
 * name (docs/interface.md#upgrade_list). Fields are separated so that no search matches across two of them.
 */
function upgradeSearchText(upgrade: ShownUpgrade): string {
  const { scheduleType, dueAt, timeZone } = upgrade;
  return [
    upgrade.version,
    `AP:${upgrade.routerInventoryId}`,
    shownScheduleAt(scheduleType, dueAt, timeZone) ?? AT_ONCE,
    isoUtc(upgrade.createdAt),
    upgrade.macId,
    upgrade.deviceName,
    timeZone ?? '',
  ]
    .map(fold)
    .join('\n');
}

/** What the text of an upgrade has of its device, and of its request. */
interface TextParts {
  readonly device: string;
  readonly request: string;
}

/** Splits a text of {@link upgradeTableKeys}. What occurs in a field of the text occurs in one of the parts. */
export function textParts(text: string): TextParts {
  const fields = text.split('\n');
  const [version, device, dueAt, createdAt, mac, name, timeZone] = fields;
  if (fields.length !== 7) return { device: text, request: text };
  return {
    device: [device, mac, name].join('\n'),
    request: [version, dueAt, createdAt, timeZone].join('\n'),
  };
}
