import type { FleetEntries } from '../../../domain/fleet/entries.js';
import { isEnd } from '../../../domain/upgrade-status.js';
import { upgradeRules } from '../../upgrade-rules.js';
import { releaseKey } from '../check/check-releases.js';
import { planUpgrade } from '../plan-upgrade.js';
import type { WriteSection, Writing } from './write.js';

/** Of a finished upgrade whose release is gone. */
const NO_RELEASE = 0;

/**
 * Upgrades are added, never changed: from then on only the table of transitions changes them (decisions, upgrades),
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
  const releaseOf = await releases(writing, fresh);
  const first = await ids.reserve('schedules', fresh.length);
  const rules = upgradeRules(deps.env);
  const planned = fresh.map((entry, index) => {
    const device = devices.get(entry.router_inventory_id);
    if (!device) throw new Error(`Device ${entry.router_inventory_id} was removed during the import`);
    const scheduleId = first + index;
    return planUpgrade(entry, { scheduleId, releaseId: releaseOf(entry), device, rules, at });
  });
  await fleetWrites.addUpgrades(
    planned.map(({ schedule }) => schedule),
    planned.map(({ upgrade }) => upgrade),
  );
  return { added: fresh.length, changed: 0 };
};

/** Of two releases of a version the organisation's own is meant, as when an upgrade is asked for. */
async function releases({ deps }: Writing, entries: readonly FleetEntries['upgrades'][]) {
  const found = await deps.stores.fleetLookup.releases(
    [...new Set(entries.map(({ version }) => version))],
    [...new Set(entries.map(({ organisation_id }) => organisation_id))],
  );
  const byKey = new Map(
    found.map(({ id, organisationId, version }) => [releaseKey(organisationId, version), id]),
  );
  return ({ organisation_id, version, status }: FleetEntries['upgrades']): number => {
    const id = byKey.get(releaseKey(organisation_id, version)) ?? byKey.get(releaseKey(null, version));
    if (id === undefined && isEnd(status)) return NO_RELEASE;
    if (id === undefined) throw new Error(`The firmware release ${version} was removed during the import`);
    return id;
  };
}
