import { NumberTable } from '../../../domain/fleet/number-table.js';
import { readSchedule } from '../../../domain/schedule-time.js';
import { isReleased } from '../../../domain/upgrade-status.js';
import type { Check, CheckSection, Located } from './check.js';
import { checkOwnership, checkReference } from './check-ownership.js';
import { releaseKey } from './check-releases.js';
import { findDevices } from './find-devices.js';

/**
 * Upgrades: their device and release exist, their time can be read, and no device has two that are pending or two
 * that are released (decisions, upgrades). Four round trips, and up to two for references not known yet.
 */
export function createUpgradeCheck(): CheckSection<'upgrades'> {
  const open = { pending: new NumberTable(), released: new NumberTable() };
  return async (check, located) => {
    const { fleetLookup } = check.deps.stores;
    const owners = await fleetLookup.owners(
      'upgrades',
      located.map(({ entry }) => entry.id),
    );
    await checkOwnership(check, 'upgrades', located, owners);
    const devices = await findDevices(
      check,
      located.map(({ entry }) => entry.router_inventory_id),
    );
    for (const { path, entry } of located) {
      const id = entry.router_inventory_id;
      checkReference(
        check,
        `${path}.router_inventory_id`,
        'device',
        id,
        entry.organisation_id,
        devices.get(id),
      );
      checkTime(check, path, entry);
    }
    await checkReleases(check, located);
    // One that is stored already stays as it is, whatever the file says of its status.
    await checkOpen(
      check,
      located.filter(({ entry }) => !owners.has(entry.id)),
      open,
    );
  };
}

function checkTime(check: Check, path: string, entry: Located<'upgrades'>['entry']): void {
  const { schedule_type: scheduleType, schedule_at: scheduleAt, time_zone: timeZone } = entry;
  const read = readSchedule({ scheduleType, scheduleAt, timeZone });
  if (!read.ok) check.faults.add(`${path}.${read.field}`, read.reason.slice(read.field.length + 1));
}

async function checkReleases(check: Check, located: readonly Located<'upgrades'>[]): Promise<void> {
  const isInFleet = ({ organisation_id: id, version }: Located<'upgrades'>['entry']): boolean =>
    [id, null].some((owner) => check.hasKey('release', releaseKey(owner, version)));
  const elsewhere = located.filter(({ entry }) => !isInFleet(entry));
  if (elsewhere.length === 0) return;
  const stored = await check.deps.stores.fleetLookup.releases(
    [...new Set(elsewhere.map(({ entry }) => entry.version))],
    [...new Set(elsewhere.map(({ entry }) => entry.organisation_id))],
  );
  const keys = new Set(stored.map(({ organisationId, version }) => releaseKey(organisationId, version)));
  for (const { path, entry } of elsewhere) {
    const { organisation_id: organisationId, version } = entry;
    if (keys.has(releaseKey(organisationId, version)) || keys.has(releaseKey(null, version))) continue;
    check.faults.add(`${path}.version`, `there is no firmware release ${version}`);
  }
}

async function checkOpen(
  check: Check,
  located: readonly Located<'upgrades'>[],
  open: { readonly pending: NumberTable; readonly released: NumberTable },
): Promise<void> {
  const among = located.filter(({ entry }) => entry.status === 'Pending' || isReleased(entry.status));
  if (among.length === 0) return;
  const stored = await check.deps.stores.fleetLookup.openUpgrades(
    [...new Set(among.map(({ entry }) => entry.organisation_id))],
    among.map(({ entry }) => entry.router_inventory_id),
  );
  const taken = new Set(stored.map(({ deviceId, isReleased: released }) => `${deviceId} ${released}`));
  for (const { path, entry } of among) {
    const { router_inventory_id: deviceId, status } = entry;
    const isPending = status === 'Pending';
    const isFirst = (isPending ? open.pending : open.released).add(deviceId);
    if (isFirst && !taken.has(`${deviceId} ${!isPending}`)) continue;
    const kind = isPending ? 'a pending' : 'a released';
    check.faults.add(`${path}.status`, `device ${deviceId} has ${kind} upgrade already`);
  }
}
