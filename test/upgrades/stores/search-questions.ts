import fc from 'fast-check';
import { presentScheduleTime } from '../../../shared/upgrades/domain/schedule-time.js';
import { shownStatus } from '../../../shared/upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import { UPGRADE_SORT_NAMES, type UpgradeSortName } from '../../../shared/upgrades/stores/table/pages.js';

const FIXED = [
  'nowhere',
  'now',
  'at once',
  'lobby',
  'lobby east',
  'east lobby',
  'LOBBY (',
  '[x]',
  '(.*)',
  '.',
  '*',
  '\\',
  '^',
  '$',
  '|',
  'STRASSE',
  'izmir',
  'ap:',
  'ap:1',
  '02:',
  '02:00',
  'ab:cd',
  '1.9.',
  '-rc',
  'berlin',
  '+01:00',
  'utc',
  '2026-01',
  't2',
  ':59.9',
  'succ',
  'PEND',
  'pending',
  'e',
  'queued',
  'failed',
  'a\u0000b',
  'lobby\neast',
  'cd:00:01',
];

/** A search for a part of what the table shows, or one of the above. */
const search = fc.oneof(
  fc.constantFrom(...FIXED),
  fc.record({
    upgrade: fc.nat(),
    field: fc.nat(),
    from: fc.nat(),
    length: fc.integer({ min: 1, max: 12 }),
    upper: fc.boolean(),
  }),
);
type Search = typeof search extends fc.Arbitrary<infer Value> ? Value : never;

export const question = fc.record({
  search,
  by: fc.constantFrom(...UPGRADE_SORT_NAMES),
  descending: fc.boolean(),
  offset: fc.nat(12),
  limit: fc.integer({ min: 1, max: 6 }),
});
export type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

/** The eight fields as the table shows them. */
export function shownFields(upgrade: UpgradeRecord): string[] {
  const { version, routerInventoryId, scheduleType, dueAt, timeZone, createdAt, status, macId, deviceName } =
    upgrade;
  return [
    version,
    `AP:${routerInventoryId}`,
    scheduleType === 'now' ? 'now at once' : presentScheduleTime(dueAt, timeZone ?? 'UTC'),
    createdAt.toISOString(),
    shownStatus(status),
    macId,
    deviceName,
    timeZone ?? '',
  ];
}

export function keyOf(upgrade: UpgradeRecord, by: UpgradeSortName): readonly (string | number)[] {
  const { _id } = upgrade;
  switch (by) {
    case 'id':
      return [_id];
    case 'version':
      return [upgrade.versionOrder, _id];
    case 'mac_id':
      return [upgrade.macId, _id];
    case 'aps':
      return [upgrade.routerInventoryId, upgrade.scheduleId];
    case 'schedule_at':
      return [upgrade.dueAt.getTime(), _id];
    case 'status':
      return [shownStatus(upgrade.status), _id];
    case 'created_at':
      return [upgrade.createdAt.getTime(), _id];
    case 'updated_at':
      return [upgrade.updatedAt.getTime(), _id];
  }
}

export function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? 0;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

export function textOf(asked: Search, all: readonly UpgradeRecord[]): string {
  if (typeof asked === 'string') return asked;
  const upgrade = all[asked.upgrade % Math.max(1, all.length)];
  const fields = upgrade ? shownFields(upgrade).filter((field) => field !== '') : ['none'];
  const characters = Array.from(fields[asked.field % fields.length] ?? '');
  const from = asked.from % characters.length;
  const part = characters.slice(from, from + asked.length).join('');
  return asked.upper ? part.toUpperCase() : part;
}
