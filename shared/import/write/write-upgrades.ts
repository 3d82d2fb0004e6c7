import type { FleetEntries } from '../domain/entries.js';
import type { KnownDevice } from '../stores/lookup-store.js';
import { isEnd } from '../../upgrades/domain/upgrade-status.js';
import { upgradeRules } from '../../upgrades/domain/upgrade-rules.js';
import { planUpgrade } from '../operations/plan-upgrade.js';
import { findReleases } from './find-releases.js';
import type { WriteSection } from './write.js';

/** Of a finished upgrade whose release is gone. */
const NO_RELEASE = 0;

/**
 * Upgrades are added, never changed: from then on only the table of transitions changes them (docs/interface.md#statuses),
 * and a file that is imported again must not begin them anew. At most seven round trips.
 */
export const writeUpgrades: WriteSection<'upgrades'> = async (writing, entries) => {
  const { deps, at } = writing;
  const { fleetLookup, fleetWrites, ids } = deps.stores;
  const stored = await fleetLookup.owners(
    'upgrades',
    entries.map(({ id }) => id),
  );
  const fresh = entries.filter(({ id }) => !stored.has(id));
  if (fresh.length === 0) return { added: 0, changed: 0 };
  const devices = await fleetLookup.devices([
    ...new Set(fresh.map(({ router_inventory_id }) => router_inventory_id)),
  ]);
  const releaseOf = await findReleases(writing, fresh);
  const alone = fresh.filter(({ schedule_id }) => (schedule_id ?? null) === null);
  const first = alone.length === 0 ? 0 : await ids.reserve('schedules', alone.length);
  const ownSchedules = new Map(alone.map(({ id }, index) => [id, first + index]));
  const rules = upgradeRules(deps.env);
  const withSchedule = new Set(
    alone.filter(({ schedule_id }) => schedule_id === undefined).map(({ id }) => id),
  );
  const planned = fresh.map((entry) => {
    const device = devices.get(entry.router_inventory_id) ?? deviceOf(entry);
    const releaseId = releaseOf(entry) ?? (isEnd(entry.status) ? NO_RELEASE : undefined);
    if (!device) throw new Error(`Device ${entry.router_inventory_id} was removed during the import`);
    if (releaseId === undefined) {
      throw new Error(`The firmware release ${entry.version} was removed during the import`);
    }
    const scheduleId = entry.schedule_id ?? ownSchedules.get(entry.id) ?? 0;
    return planUpgrade(entry, { scheduleId, releaseId, device, rules, at });
  });
  await fleetWrites.addUpgrades(
    planned.flatMap(({ schedule, upgrade }) => (withSchedule.has(upgrade._id) ? schedule : [])),
    planned.map(({ upgrade }) => upgrade),
  );
  return { added: fresh.length, changed: 0 };
};

/** The device of a finished upgrade, as it was when it was removed. */
function deviceOf({ organisation_id, device }: FleetEntries['upgrades']): KnownDevice | null {
  if (!device) return null;
  const { mac_id: macId, name, location_network_id: locationNetworkId } = device;
  return { organisationId: organisation_id, macId, name, locationNetworkId };
}
