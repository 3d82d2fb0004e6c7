import { readSchedule } from '../../upgrades/domain/schedule-time.js';
import { secondsAfter, type UpgradeRules } from '../../upgrades/domain/upgrade-change.js';
import { upgradeTableKeys } from '../../upgrades/domain/upgrade-search.js';
import {
  BEGUN_STATUSES,
  isDispatched,
  storedStatus,
  type TransitionRecord,
  type UpgradeStatus,
} from '../../upgrades/domain/upgrade-status.js';
import type { ScheduleRecord } from '../../upgrades/models/schedule.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { DeviceRecord } from '../../inventory/models/device.js';

export interface UpgradeEntry {
  id: number;
  organisation_id: number;
  router_inventory_id: number;
  version: string;
  upgrade_type: string;
  schedule_type: 'now' | 'later';
  schedule_at?: string | null;
  time_zone?: string | null;
  save_prev_config: boolean;
  status: UpgradeStatus;
  created_at?: Date;
  /** As backups have it. Absent: the upgrade gets a schedule of its own; null: its schedule is gone. */
  schedule_id?: number | null;
  /** Schedules that the upgrade was taken from. */
  former_schedule_ids?: number[];
  due_at?: Date;
  updated_at?: Date;
  attempts?: number;
  progress?: number | null;
  message?: string | null;
  history?: TransitionRecord[];
  /** The device of a finished upgrade as it was then. */
  device?: { mac_id: string; name: string; location_network_id: number | null };
}

/** What the entry of an upgrade does not say. */
export interface UpgradePlan {
  readonly scheduleId: number;
  readonly releaseId: number;
  readonly device: Pick<DeviceRecord, 'macId' | 'name' | 'locationNetworkId'> & {
    readonly isSwitch?: boolean;
  };
  readonly rules: UpgradeRules;
  /** The time of the import. */
  readonly at: Date;
}

/**
 * The upgrade and a schedule of its own. A pending upgrade waits for its time; one under way gets the full time of its
 * status from now; one that has ended is only recorded.
 */
export function planUpgrade(
  entry: UpgradeEntry,
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
      state: status === 'Pending' ? 'waiting' : 'dispatched',
      resolvedAt: at,
      touchedAt: at,
      requestId: null,
      dispatchedTo: null,
      dispatchedAt: status === 'Pending' ? null : statusSince,
    },
    upgrade: {
      ...common,
      _id: entry.id,
      routerInventoryId: entry.router_inventory_id,
      locationNetworkId: device.locationNetworkId,
      macId: device.macId,
      deviceName: device.name,
      ...(device.isSwitch ? { isSwitch: true } : {}),
      scheduleId,
      formerScheduleIds: entry.former_schedule_ids ?? [],
      status: storedStatus(status),
      inFlight: isDispatched(status),
      statusSince,
      deadlineAt: deadline(status, at, rules),
      offeredAt: null,
      nextAttemptAt: null,
      attempts: attemptsOf(entry),
      progress: entry.progress ?? null,
      message: entry.message ?? null,
      ...(entry.history ? { history: entry.history } : {}),
      updatedAt: entry.updated_at ?? statusSince,
      ...upgradeTableKeys({
        ...common,
        routerInventoryId: entry.router_inventory_id,
        macId: device.macId,
        deviceName: device.name,
      }),
    },
  };
}

/** At least one of an upgrade that has begun: it is found by that. */
function attemptsOf({ status, attempts }: UpgradeEntry): number {
  const isBegun = BEGUN_STATUSES.some((begun) => begun === status);
  if (attempts === undefined) return isBegun || status === 'Success' || status === 'Failed' ? 1 : 0;
  return Math.max(attempts, isBegun ? 1 : 0);
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
