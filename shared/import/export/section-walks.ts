import { batchesOf } from '../../platform/mongo/batches.js';
import type { FleetEntries, SectionName } from '../domain/entries.js';
import type { ExportedKind, ExportedRecords } from '../stores/export-store.js';
import {
  deletedUpgradeEntry,
  deviceEntry,
  formerIds,
  masterEntry,
  operatorEntry,
  scheduleEntry,
  upgradeEntry,
  userEntry,
} from './entries-of.js';
import type { Exporting } from './exporting.js';
import { releaseEntry } from './release-entry.js';
import { ssidEntries } from './ssid-entries.js';

type Batches<Name extends SectionName> = AsyncGenerator<FleetEntries[Name][], void, undefined>;

/** How the entries of each section are read: in batches of 1,000, by id. */
export const SECTION_WALKS: { readonly [Name in SectionName]: (exporting: Exporting) => Batches<Name> } = {
  organisations: (exporting) =>
    each(exporting, 'organisations', ({ _id: id, name, noOfAps: no_of_aps }) => ({ id, name, no_of_aps })),
  hardware_parts: (exporting) =>
    each(exporting, 'hardwareParts', ({ _id, name, wifiUplink, usb, isSwitch }) => ({
      part_number: _id,
      name,
      wifi_uplink: wifiUplink,
      usb,
      is_switch: isSwitch,
    })),
  networks: (exporting) =>
    each(exporting, 'networks', ({ _id: id, organisationId, networkName }) => ({
      id,
      organisation_id: organisationId,
      network_name: networkName,
    })),
  tags: (exporting) =>
    each(exporting, 'tags', ({ _id: id, organisationId: organisation_id, name }) => ({
      id,
      organisation_id,
      name,
    })),
  async *users(exporting) {
    for await (const users of pages(exporting, 'users')) {
      const ids = users.map(({ _id }) => _id);
      const tokens = await exporting.deps.stores.fleetExport.tokens('users', ids, exporting.at);
      yield users.map((user) => userEntry(user, tokens));
    }
  },
  async *operators(exporting) {
    // They belong to the installation, not to an organisation.
    if (exporting.organisationId !== null) return;
    for await (const operators of pages(exporting, 'operators')) {
      const ids = operators.map(({ _id }) => _id);
      const tokens = await exporting.deps.stores.fleetExport.tokens('operators', ids, exporting.at);
      yield operators.map((operator) => operatorEntry(operator, tokens));
    }
  },
  master_inventory: (exporting) => each(exporting, 'masterInventory', masterEntry),
  async *devices(exporting) {
    for await (const devices of pages(exporting, 'devices')) {
      const states = await exporting.deps.stores.fleetExport.states(devices.map(({ _id }) => _id));
      yield devices.map((device) => deviceEntry(device, states.get(device._id)));
    }
  },
  uplinks: (exporting) =>
    each(exporting, 'uplinks', ({ _id: id, organisationId, deviceId, uplinkType, details, createdAt }) => ({
      id,
      organisation_id: organisationId,
      router_inventory_id: deviceId,
      details: { ...details, uplink_type: uplinkType },
      created_at: createdAt,
    })),
  switch_configurations: switchConfigurations,
  init_templates: (exporting) =>
    each(exporting, 'initTemplates', ({ _id: id, organisationId: organisation_id, name, details }) => ({
      id,
      organisation_id,
      name,
      details: details as FleetEntries['init_templates']['details'],
    })),
  firmware_releases: (exporting) => each(exporting, 'firmwareReleases', releaseEntry),
  async *network_ssids(exporting) {
    for await (const ssids of pages(exporting, 'networkSsids')) yield ssidEntries(exporting, ssids);
  },
  schedules: (exporting) => each(exporting, 'schedules', scheduleEntry),
  async *upgrades(exporting) {
    for await (const upgrades of pages(exporting, 'upgrades')) {
      const ids = upgrades.flatMap((upgrade) => [upgrade.scheduleId, ...formerIds(upgrade)]);
      const schedules = await presentSchedules(exporting, ids);
      yield upgrades.map((upgrade) => upgradeEntry(upgrade, schedules));
    }
  },
  async *deleted_upgrades(exporting) {
    for await (const deleted of pages(exporting, 'deletedUpgrades')) {
      const { fleetLookup } = exporting.deps.stores;
      const devices = await fleetLookup.devices(deleted.map(({ routerInventoryId }) => routerInventoryId));
      const schedules = await presentSchedules(
        exporting,
        deleted.flatMap(({ scheduleIds }) => scheduleIds),
      );
      yield deleted.flatMap((record) => {
        const entry = devices.has(record.routerInventoryId) ? deletedUpgradeEntry(record, schedules) : null;
        return entry ?? [];
      });
    }
  },
};

/** Those of the schedules that are stored, and so exported. One round trip for each 1,000. */
async function presentSchedules({ deps }: Exporting, ids: readonly number[]): Promise<Set<number>> {
  const present = new Set<number>();
  for (const batch of batchesOf([...new Set(ids)])) {
    for (const id of (await deps.stores.fleetLookup.owners('schedules', batch)).keys()) present.add(id);
  }
  return present;
}

/** Those of one organisation are those of its devices: the record itself does not say whose it is. */
async function* switchConfigurations(exporting: Exporting): Batches<'switch_configurations'> {
  const { organisationId, deps } = exporting;
  const entry = ({ _id: mac_id, ports }: ExportedRecords['switchConfigurations']) => ({
    mac_id,
    ports: ports.map(({ name, portNumber: port_number }) => ({ name, port_number })),
  });
  if (organisationId === null) {
    yield* each(exporting, 'switchConfigurations', entry);
    return;
  }
  for await (const devices of pages(exporting, 'devices')) {
    const macs = devices.filter(({ isSwitch }) => isSwitch).map(({ macId }) => macId);
    const found = await deps.stores.fleetWrites.read('switchConfigurations', macs);
    yield [...found.values()].map(entry);
  }
}

async function* each<Kind extends ExportedKind, Entry>(
  exporting: Exporting,
  kind: Kind,
  entryOf: (record: ExportedRecords[Kind]) => Entry,
): AsyncGenerator<Entry[], void, undefined> {
  for await (const records of pages(exporting, kind)) yield records.map(entryOf);
}

async function* pages<Kind extends ExportedKind>(
  { deps, organisationId }: Exporting,
  kind: Kind,
): AsyncGenerator<ExportedRecords[Kind][], void, undefined> {
  let after: ExportedRecords[Kind]['_id'] | null = null;
  for (;;) {
    const records: ExportedRecords[Kind][] = await deps.stores.fleetExport.page(kind, organisationId, after);
    const last = records.at(-1);
    if (!last) return;
    yield records;
    after = last._id;
  }
}
