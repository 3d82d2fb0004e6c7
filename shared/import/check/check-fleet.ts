import { SECTION_NAMES, type SectionName } from '../domain/entries.js';
import { readEntry } from '../domain/read-entry.js';
import type { FleetSource } from '../operations/fleet-source.js';
import type { ReportProgress } from '../operations/progress.js';
import type { Check, CheckSection, Located } from './check.js';
import { checkMasterInventory, checkSwitchConfigurations } from './check-built-devices.js';
import { checkHardwareParts, checkNetworks, checkOrganisations, checkTags } from './check-catalogue.js';
import { checkDeletedUpgrades } from './check-deleted-upgrades.js';
import { createDeviceCheck } from './check-devices.js';
import { checkOperators } from './check-operators.js';
import { checkFirmwareReleases } from './check-releases.js';
import { createSsidCheck } from './check-ssids.js';
import { checkSchedules } from './check-schedules.js';
import { checkInitTemplates } from './check-templates.js';
import { checkUplinks } from './check-uplinks.js';
import { createUpgradeCheck } from './check-upgrades.js';
import { checkUsers } from './check-users.js';
import { Rooms } from './rooms.js';

/**
 * Looks at every record of a fleet and notes every fault, each with its path; changes nothing. Memory grows with
 * the small sections and by some 35 bytes a device. Round trips: up to seven for each 1,000 records.
 */
export async function checkFleet(check: Check, source: FleetSource, report: ReportProgress): Promise<void> {
  const checks: Checks = {
    organisations: checkOrganisations,
    hardware_parts: checkHardwareParts,
    networks: checkNetworks,
    tags: checkTags,
    users: checkUsers,
    operators: checkOperators,
    master_inventory: checkMasterInventory,
    devices: createDeviceCheck(new Rooms()),
    uplinks: checkUplinks,
    switch_configurations: checkSwitchConfigurations,
    init_templates: checkInitTemplates,
    firmware_releases: checkFirmwareReleases,
    network_ssids: createSsidCheck(),
    schedules: checkSchedules,
    upgrades: createUpgradeCheck(),
    deleted_upgrades: checkDeletedUpgrades,
  };
  source.faults.forEach((line) => {
    check.faults.addLine(line);
  });
  for (const section of SECTION_NAMES) await checkSection(check, source, section, checks, report);
}

type Checks = { readonly [Name in SectionName]: CheckSection<Name> };

async function checkSection(
  check: Check,
  source: FleetSource,
  section: SectionName,
  checks: Checks,
  report: ReportProgress,
): Promise<void> {
  // The section's own check, for the section's own entries.
  const checkRecords = checks[section] as CheckSection<SectionName>;
  for await (const { first, records } of source.records(section)) {
    const located = records.map((record, index): Located<SectionName> => {
      const path = `${section}[${first + index}]`;
      const reading = readEntry(section, record);
      if (!reading.ok) for (const { at, text } of reading.problems) check.faults.add(path + at, text);
      return { path, entry: reading.entry };
    });
    await checkRecords(check, located);
    report('checked', section, records.length);
  }
}
