import type { FleetEntries } from '../domain/entries.js';
import type { PortInput, ReportedPort } from '../../inventory/domain/reported-port.js';
import { shownScheduleAt } from '../../upgrades/domain/upgrade-search.js';
import { isEnd, shownStatus, type UpgradeStatus } from '../../upgrades/domain/upgrade-status.js';
import type { AccessTokenRecord } from '../../access/models/access-token.js';
import type { DeletedUpgradeRecord } from '../../upgrades/models/deleted-upgrade.js';
import type { DeviceStateRecord } from '../../inventory/models/device-state.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import type { MasterDeviceRecord } from '../../inventory/models/master-device.js';
import type { OperatorRecord } from '../../access/models/operator.js';
import type { ScheduleRecord } from '../../upgrades/models/schedule.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { UserRecord } from '../../access/models/user.js';

/** Records as a fleet file has them; the inverse of what an import plans. Pure. */

export function userEntry(user: UserRecord, tokens: readonly AccessTokenRecord[]): FleetEntries['users'] {
  return {
    id: user._id,
    organisation_id: user.organisationId,
    email: user.email,
    role: user.role,
    tier: user.tier,
    networks: user.networks === null ? 'all' : user.networks.map(({ id, access }) => ({ id, access })),
    manage_inventory: user.manageInventory,
    sees_unreleased: user.seesUnreleased,
    ...accessOf(user, tokens),
  };
}

export function operatorEntry(
  operator: OperatorRecord,
  tokens: readonly AccessTokenRecord[],
): FleetEntries['operators'] {
  return { email: operator.email, ...accessOf(operator, tokens) };
}

/** Tokens of an earlier generation are revoked, and left out. */
function accessOf(
  { _id, passwordHash, disabledAt, tokenGeneration = 0 }: UserRecord | OperatorRecord,
  tokens: readonly AccessTokenRecord[],
) {
  const valid = tokens.filter(
    ({ userId, generation = 0 }) => userId === _id && generation === tokenGeneration,
  );
  return {
    ...(passwordHash === null ? {} : { password_hash: passwordHash }),
    ...(disabledAt ? { disabled_at: disabledAt } : {}),
    access_tokens: valid.map(({ _id: hash, name, createdAt: created_at, expiresAt: expires_at }) => {
      return { hash, ...(name ? { name } : {}), created_at, expires_at };
    }),
  };
}

export function masterEntry(master: MasterDeviceRecord): FleetEntries['master_inventory'] {
  return {
    mac_id: master._id,
    router_serial_number: master.routerSerialNumber,
    part_number: master.partNumber,
    ...(master.deviceKeyHash === null ? {} : { device_key_hash: master.deviceKeyHash }),
  };
}

type ExportedDevice = Omit<DeviceRecord, 'searchText' | 'trigrams' | 'sort'>;

export function deviceEntry(
  device: ExportedDevice,
  state: DeviceStateRecord | undefined,
): FleetEntries['devices'] {
  return {
    id: device._id,
    organisation_id: device.organisationId,
    mac_id: device.macId,
    name: device.name,
    router_serial_number: device.routerSerialNumber,
    part_number: device.partNumber,
    firmware_version: device.firmwareVersion,
    location_network_id: device.locationNetworkId,
    tag_ids: device.tagIds,
    external_guid: device.externalGuid,
    activated_on: device.activatedOn,
    network_since: device.networkSince,
    tags_since: device.tagsSince,
    last_heartbeat: lastHeartbeat(state),
  };
}

function lastHeartbeat(
  state: DeviceStateRecord | undefined,
): NonNullable<FleetEntries['devices']['last_heartbeat']> | null {
  if (!state?.lastHeartbeatAt || state.publicIp === null) return null;
  const { lastHeartbeatAt: at, publicIp: public_ip, firmwareVersion, ports } = state;
  const firmware =
    firmwareVersion === null || firmwareVersion === '' ? {} : { firmware_version: firmwareVersion };
  return { at, public_ip, ...firmware, ports: ports?.map(portEntry) ?? null };
}

function portEntry({ upTime, totalUsage, ...port }: ReportedPort): PortInput {
  return { ...port, up_time: upTime, total_usage: totalUsage };
}

/** One that the worker is dispatching is dispatched again from the beginning, which changes nothing that was done. */
export function scheduleEntry(schedule: ScheduleRecord): FleetEntries['schedules'] {
  return {
    id: schedule._id,
    organisation_id: schedule.organisationId,
    user_id: schedule.userId,
    targets: schedule.targets,
    is_change: isChange(schedule),
    network_ids: schedule.networkIds,
    includes_unassigned: schedule.includesUnassigned,
    version: schedule.version,
    upgrade_type: schedule.upgradeType,
    schedule_type: schedule.scheduleType,
    time_zone: schedule.timeZone,
    save_prev_config: schedule.savePrevConfig,
    due_at: schedule.dueAt,
    state: schedule.state === 'releasing' ? 'waiting' : schedule.state,
    resolved_at: schedule.resolvedAt,
    released_at: schedule.releasedAt,
    created_at: schedule.createdAt,
  };
}

/** @param schedules those that are exported too */
export function upgradeEntry(
  upgrade: UpgradeRecord,
  schedules: ReadonlySet<number>,
): FleetEntries['upgrades'] {
  const status = shownStatus(upgrade.status);
  const { macId: mac_id, deviceName: name, locationNetworkId: location_network_id } = upgrade;
  return {
    id: upgrade._id,
    organisation_id: upgrade.organisationId,
    router_inventory_id: upgrade.routerInventoryId,
    version: upgrade.version,
    upgrade_type: upgrade.upgradeType,
    schedule_type: upgrade.scheduleType,
    schedule_at: shownScheduleAt(upgrade.scheduleType, upgrade.dueAt, upgrade.timeZone),
    time_zone: upgrade.timeZone,
    save_prev_config: upgrade.savePrevConfig,
    status,
    created_at: upgrade.createdAt,
    ...scheduleOf(upgrade, schedules.has(upgrade.scheduleId), status),
    ...formerSchedules(upgrade, schedules),
    due_at: upgrade.dueAt,
    updated_at: upgrade.updatedAt,
    attempts: upgrade.attempts,
    progress: upgrade.progress,
    message: upgrade.message,
    ...(upgrade.history ? { history: upgrade.history } : {}),
    ...(isEnd(status) ? { device: { mac_id, name, location_network_id } } : {}),
  };
}

/** A pending upgrade without a schedule gets one of its own, so that it is dispatched. */
function scheduleOf({ scheduleId }: UpgradeRecord, hasSchedule: boolean, status: UpgradeStatus) {
  if (hasSchedule) return { schedule_id: scheduleId };
  return status === 'Pending' ? {} : { schedule_id: null };
}

function formerSchedules(upgrade: UpgradeRecord, schedules: ReadonlySet<number>) {
  const former = formerIds(upgrade).filter((id) => schedules.has(id));
  return former.length === 0 ? {} : { former_schedule_ids: [...new Set(former)] };
}

/** Schedules of earlier releases do not say. */
function isChange({ isChange = false }: { isChange?: boolean }): boolean {
  return isChange;
}

/** Upgrades of earlier releases have no list. */
export function formerIds({ formerScheduleIds = [] }: { formerScheduleIds?: number[] }): number[] {
  return formerScheduleIds;
}

/** @returns null when its schedules are gone: then nothing is left to hold back */
export function deletedUpgradeEntry(
  { _id: id, organisationId, routerInventoryId, scheduleIds, deletedAt }: DeletedUpgradeRecord,
  schedules: ReadonlySet<number>,
): FleetEntries['deleted_upgrades'] | null {
  const schedule_ids = [...new Set(scheduleIds)].filter((scheduleId) => schedules.has(scheduleId));
  if (schedule_ids.length === 0) return null;
  return {
    id,
    organisation_id: organisationId,
    router_inventory_id: routerInventoryId,
    schedule_ids,
    deleted_at: deletedAt,
  };
}
