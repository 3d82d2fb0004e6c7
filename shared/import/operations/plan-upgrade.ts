import type { FleetEntries } from '../domain/entries.js';
import { readSchedule } from '../../upgrades/domain/schedule-time.js';
import { secondsAfter, type UpgradeRules } from '../../upgrades/domain/upgrade-change.js';
import { upgradeTableKeys } from '../../upgrades/domain/upgrade-search.js';
import {
  BEGUN_STATUSES,
  isDispatched,
  storedStatus,
  type UpgradeStatus,
} from '../../upgrades/domain/upgrade-status.js';
import type { ScheduleRecord } from '../../upgrades/models/schedule.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { KnownDevice } from '../stores/lookup-store.js';

/** Statuses in which a device has begun. */
const BEGUN: ReadonlySet<UpgradeStatus> = new Set([...BEGUN_STATUSES, 'Success', 'Failed']);

/** What an upgrade of a fleet is made with. */
export interface UpgradePlan {
  readonly scheduleId: number;
  readonly releaseId: number;
  readonly device: KnownDevice;
  readonly rules: UpgradeRules;
  /** The time of the import. */
  readonly at: Date;
}

/**
 * An upgrade of a fleet and a schedule of its own. A pending one waits for its time; one that is under way gets as
 * long from now as its status allows; one that has ended is only recorded. Pure.
 */
export function planUpgrade(
  entry: FleetEntries['upgrades'],
  { scheduleId, releaseId, device, rules, at }: UpgradePlan,
): { schedule: ScheduleRecord; upgrade: UpgradeRecord } {
  const { status, schedule_type: scheduleType, schedule_at: scheduleAt, time_zone } = entry;
  const read = readSchedule({ scheduleType, scheduleAt, timeZone: time_zone });
  const createdAt = entry.created_at ?? at;
  const dueAt = entry.due_at ?? (read.ok ? read.at : null) ?? createdAt;
  const timeZone = read.ok ? read.zone : null;
  const isOpen = status === 'Pending' || isDispatched(status);
  const statusSince = isOpen ? at : createdAt;
  const common = {
    organisationId: entry.organisation_id,
    version: entry.version,
    releaseId,
    upgradeType: entry.upgrade_type,
    scheduleType,
    timeZone,
    savePrevConfig: entry.save_prev_config,
    dueAt,
    createdAt,
  };
  return {
    schedule: {
      ...common,
      _id: scheduleId,
      userId: 0,
      targets: [`AP:${entry.router_inventory_id}`],
      isChange: false,
      networkIds: null,
      includesUnassigned: true,
      state: status === 'Pending' ? 'waiting' : 'released',
      resolvedAt: at,
      touchedAt: at,
      requestId: null,
      releasedTo: null,
      releasedAt: status === 'Pending' ? null : statusSince,
    },
    upgrade: {
      ...common,
      _id: entry.id,
      routerInventoryId: entry.router_inventory_id,
      locationNetworkId: device.locationNetworkId,
      macId: device.macId,
      deviceName: device.name,
      scheduleId,
      formerScheduleIds: entry.former_schedule_ids ?? [],
      status: storedStatus(status),
      released: isDispatched(status),
      statusSince,
      deadlineAt: deadline(status, at, rules),
      toldAt: null,
      nextAttemptAt: null,
      attempts: entry.attempts ?? (BEGUN.has(status) ? 1 : 0),
      progress: entry.progress ?? null,
      message: entry.message ?? null,
      updatedAt: entry.updated_at ?? statusSince,
      ...(entry.history ? { history: entry.history } : {}),
      ...upgradeTableKeys({
        ...common,
        routerInventoryId: entry.router_inventory_id,
        macId: device.macId,
        deviceName: device.name,
      }),
    },
  };
}

function deadline(status: UpgradeStatus, at: Date, rules: UpgradeRules): Date | null {
  switch (status) {
    case 'Queued':
      return secondsAfter(at, rules.windowS);
    case 'Downloading':
    case 'Installing':
      return secondsAfter(at, rules.stepTimeoutS);
    case 'Verifying':
      return secondsAfter(at, rules.soakS);
    case 'Pending':
    case 'Success':
    case 'Failed':
    case 'Skipped':
    case 'Cancelled':
    case 'Expired':
      return null;
  }
}
