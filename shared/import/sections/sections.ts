import { deletedUpgrades } from './deleted-upgrades.js';
import { devices } from './devices.js';
import { firmwareReleases } from './firmware-releases.js';
import { hardwareParts } from './hardware-parts.js';
import { initTemplates } from './init-templates.js';
import { masterInventory } from './master-inventory.js';
import { networkSsids } from './network-ssids.js';
import { networks } from './networks.js';
import { operators } from './operators.js';
import { organisations } from './organisations.js';
import { schedules } from './schedules.js';
import { radiusServers } from './radius-servers.js';
import type { FleetSection } from './section.js';
import { switchConfigurations } from './switch-configurations.js';
import { tags } from './tags.js';
import { upgrades } from './upgrades.js';
import { uplinks } from './uplinks.js';
import { users } from './users.js';

/**
 * The sections of a fleet file by their key, in the order in which they are checked, written and exported: each refers
 * only to sections before it.
 */
const SECTIONS_IN_ORDER = {
  organisations,
  hardware_parts: hardwareParts,
  networks,
  tags,
  users,
  operators,
  master_inventory: masterInventory,
  devices,
  uplinks,
  switch_configurations: switchConfigurations,
  init_templates: initTemplates,
  firmware_releases: firmwareReleases,
  radius_servers: radiusServers,
  network_ssids: networkSsids,
  schedules,
  upgrades,
  deleted_upgrades: deletedUpgrades,
};

export type SectionName = keyof typeof SECTIONS_IN_ORDER;

export const SECTIONS: Readonly<Record<SectionName, FleetSection<object>>> = SECTIONS_IN_ORDER;

export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

export function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(SECTIONS, name);
}
