import { NumberTable } from '../domain/number-table.js';
import { readSchedule } from '../../upgrades/domain/schedule-time.js';
import { isEnd, isDispatched } from '../../upgrades/domain/upgrade-status.js';
import { valuesOf, type Check, type CheckSection, type Located } from './check.js';
import { checkOwnership } from './check-keys.js';
import { checkReference } from './check-reference.js';
import { releaseKey } from './check-releases.js';
import { checkScheduleReferences, type ScheduleReference } from './check-schedule-references.js';
import { findDevices } from './find-devices.js';

/**
 * Upgrades: their device and release exist, their time can be read, and no device has two that are pending or two
 * that are released (docs/interface.md#statuses). Four round trips, and up to two for references not known yet.
 */
export function createUpgradeCheck(): CheckSection<'upgrades'> {
  const open = { pending: new NumberTable(), released: new NumberTable() };
  return async (check, located) => {
    const ids = valuesOf(located, (entry) => entry.id);
    const owners = await check.deps.stores.fleetLookup.owners('upgrades', ids);
    await checkOwnership(check, 'upgrades', located, owners);
    await checkDevices(check, located);
    for (const one of located) checkTime(check, one);
    await checkScheduleReferences(check, located.flatMap(scheduleReferences));
    await checkReleases(check, located);
    // One that is stored already stays as it is, whatever the file says of its status.
    const fresh = located.filter(({ entry }) => entry.id === undefined || !owners.has(entry.id));
    await checkOpen(check, fresh, open);
  };
}

async function checkDevices(check: Check, located: readonly Located<'upgrades'>[]): Promise<void> {
  const devices = await findDevices(
    check,
    valuesOf(located, (entry) => entry.router_inventory_id),
  );
  for (const { path, entry } of located) {
    const { router_inventory_id: id, organisation_id: organisationId, status, device } = entry;
    if (id === undefined) continue;
    const mayBeGone = device !== undefined && status !== undefined && isEnd(status);
    if (mayBeGone && !devices.has(id)) continue;
    checkReference(check, `${path}.router_inventory_id`, 'device', id, organisationId, devices.get(id));
  }
}

/** Its own schedule and those it was taken from. */
function scheduleReferences({ path, entry }: Located<'upgrades'>): ScheduleReference[] {
  const { schedule_id: own, former_schedule_ids: former = [], organisation_id: organisationId } = entry;
  return [
    ...(own === undefined || own === null ? [] : [{ path: `${path}.schedule_id`, id: own, organisationId }]),
    ...former.map((id, index) => ({ path: `${path}.former_schedule_ids[${index}]`, id, organisationId })),
  ];
}

function checkTime(check: Check, { path, entry }: Located<'upgrades'>): void {
  const { schedule_type: scheduleType, schedule_at: scheduleAt, time_zone: timeZone } = entry;
  if (scheduleType === undefined) return;
  const read = readSchedule({ scheduleType, scheduleAt, timeZone });
  if (!read.ok) check.faults.add(`${path}.${read.field}`, read.reason.slice(read.field.length + 1));
}

async function checkReleases(check: Check, located: readonly Located<'upgrades'>[]): Promise<void> {
  const named = located.flatMap(({ path, entry: { organisation_id: organisationId, version, status } }) => {
    if (organisationId === undefined || version === undefined) return [];
    // The release of a finished upgrade may be gone.
    if (status !== undefined && isEnd(status)) return [];
    const keys = [releaseKey(organisationId, version), releaseKey(null, version)];
    const isInFleet = keys.some((key) => check.hasKey('release', key));
    return isInFleet ? [] : [{ path, organisationId, version, keys }];
  });
  if (named.length === 0) return;
  const stored = await check.deps.stores.fleetLookup.releases(
    [...new Set(named.map(({ version }) => version))],
    [...new Set(named.map(({ organisationId }) => organisationId))],
  );
  const found = new Set(stored.map(({ organisationId, version }) => releaseKey(organisationId, version)));
  for (const { path, version, keys } of named) {
    if (keys.some((key) => found.has(key))) continue;
    check.faults.add(`${path}.version`, `there is no firmware release ${version}`);
  }
}

async function checkOpen(
  check: Check,
  located: readonly Located<'upgrades'>[],
  open: { readonly pending: NumberTable; readonly released: NumberTable },
): Promise<void> {
  const among = located.flatMap(({ path, entry: { router_inventory_id: deviceId, status } }) => {
    const isPending = status === 'Pending';
    const isOpen = status !== undefined && (isPending || isDispatched(status));
    return isOpen && deviceId !== undefined ? [{ path, deviceId, isPending }] : [];
  });
  if (among.length === 0) return;
  const stored = await check.deps.stores.fleetLookup.openUpgrades(
    [...new Set(valuesOf(located, (entry) => entry.organisation_id))],
    among.map(({ deviceId }) => deviceId),
  );
  const taken = new Set(stored.map((upgrade) => `${upgrade.deviceId} ${upgrade.isDispatched}`));
  for (const { path, deviceId, isPending } of among) {
    const isFirst = (isPending ? open.pending : open.released).add(deviceId);
    if (isFirst && !taken.has(`${deviceId} ${!isPending}`)) continue;
    const kind = isPending ? 'a pending' : 'a released';
    check.faults.add(`${path}.status`, `device ${deviceId} has ${kind} upgrade already`);
  }
}
