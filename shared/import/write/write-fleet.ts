import { SECTION_NAMES, type FleetEntries, type SectionName } from '../domain/entries.js';
import { readEntry } from '../domain/read-entry.js';
import type { FleetSource } from '../operations/fleet-source.js';
import type { ReportProgress } from '../operations/progress.js';
import { writeMasterInventory, writeSwitchConfigurations } from './write-built-devices.js';
import { writeHardwareParts, writeNetworks, writeOrganisations, writeTags } from './write-catalogue.js';
import { writeDeletedUpgrades } from './write-deleted-upgrades.js';
import { writeDevices } from './write-devices.js';
import { writeOperators } from './write-operators.js';
import { writeFirmwareReleases } from './write-releases.js';
import { writeSchedules } from './write-schedules.js';
import { writeNetworkSsids } from './write-ssids.js';
import { writeInitTemplates } from './write-templates.js';
import { writeUplinks } from './write-uplinks.js';
import { writeUpgrades } from './write-upgrades.js';
import { writeUsers } from './write-users.js';
import type { Counts, WriteSection, Writing } from './write.js';

const WRITES: { readonly [Name in SectionName]: WriteSection<Name> } = {
  organisations: writeOrganisations,
  hardware_parts: writeHardwareParts,
  networks: writeNetworks,
  tags: writeTags,
  users: writeUsers,
  operators: writeOperators,
  master_inventory: writeMasterInventory,
  devices: writeDevices,
  uplinks: writeUplinks,
  switch_configurations: writeSwitchConfigurations,
  init_templates: writeInitTemplates,
  firmware_releases: writeFirmwareReleases,
  network_ssids: writeNetworkSsids,
  schedules: writeSchedules,
  upgrades: writeUpgrades,
  deleted_upgrades: writeDeletedUpgrades,
};

/** What came of a whole fleet, by section; sections that it does not have are left out. */
export type FleetCounts = ReadonlyMap<SectionName, Counts & { readonly total: number }>;

/** Writes a fleet that was checked, section by section in batches of 1,000, reading on while a batch is written. */
export async function writeFleet(
  writing: Writing,
  source: FleetSource,
  report: ReportProgress,
): Promise<FleetCounts> {
  const counts = new Map<SectionName, Counts & { readonly total: number }>();
  for (const section of SECTION_NAMES) {
    if (!source.counts.has(section)) continue;
    counts.set(section, await writeSection(writing, source, section, report));
  }
  return counts;
}

async function writeSection(
  writing: Writing,
  source: FleetSource,
  section: SectionName,
  report: ReportProgress,
): Promise<Counts & { readonly total: number }> {
  // The section's own write, for the section's own entries.
  const write = WRITES[section] as WriteSection<SectionName>;
  const sum = { added: 0, changed: 0, total: 0 };
  let underWay: Promise<void> = Promise.resolve();
  try {
    for await (const { records } of source.records(section)) {
      const entries = records.map((record) => checkedEntry(section, record));
      await underWay;
      underWay = write(writing, entries).then(({ added, changed }) => {
        sum.added += added;
        sum.changed += changed;
        sum.total += records.length;
        report('written', section, records.length);
      });
      // It is waited for below; until then a failure must not count as one that nobody looks at.
      underWay.catch(() => undefined);
    }
  } finally {
    await underWay;
  }
  return sum;
}

/** @throws Error when the source does not give what was checked: the file was changed meanwhile */
function checkedEntry(section: SectionName, record: unknown): FleetEntries[SectionName] {
  const reading = readEntry(section, record);
  if (!reading.ok) throw new Error('The fleet file was changed while it was imported');
  return reading.entry;
}
