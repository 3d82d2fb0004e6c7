import { AP_OUTDOOR, OLDEST_VERSION, PARTS, PORTS, releases, UNRELEASED_VERSION } from './demo-catalogue.js';
import { demoDevices } from './demo-devices.js';
import {
  BAKERY,
  INIT_TEMPLATES,
  NETWORKS,
  NETWORK_SSIDS,
  OPERATORS,
  ORGANISATIONS,
  TAGS,
  USERS,
  WAVE_2,
} from './demo-organisations.js';
import { demoUpgrades, type DemoUpgrades } from './demo-upgrades.js';
import type { DeviceEntry, FleetRecords } from './fleet-records.js';
import type { Behaviour, ConfigurationBehaviour, DeviceSpec } from '../simulator/device-spec.js';

/** The demo's fleet file. The result is always the same. */
export function demoFleet(): FleetRecords {
  const { devices, master, switches } = demoDevices();
  return {
    organisations: ORGANISATIONS,
    users: USERS,
    operators: OPERATORS,
    networks: NETWORKS,
    tags: TAGS,
    hardware_parts: PARTS,
    master_inventory: master,
    devices,
    switch_configurations: switches,
    init_templates: INIT_TEMPLATES,
    firmware_releases: releases(BAKERY),
    network_ssids: NETWORK_SSIDS,
  };
}

/** The demo's fleet file with the upgrades of the days before `now`. */
export function demoFile(now: Date): FleetRecords & DemoUpgrades {
  const fleet = demoFleet();
  return { ...fleet, ...demoUpgrades(fleet.devices, now) };
}

/** The fleet's devices for the simulator, with their keys and behaviours. Those with a certificate have another one. */
export function demoSimulation(fleet: FleetRecords): DeviceSpec[] {
  const keys = new Map(fleet.master_inventory.map((device) => [device.mac_id, device.device_key]));
  const devices = fleet.devices.filter(({ mac_id }) => keys.get(mac_id) !== undefined);
  return devices.map((device) => ({
    macId: device.mac_id,
    deviceKey: keys.get(device.mac_id) ?? '',
    firmwareVersion: device.firmware_version,
    behaviour: behaviourOf(device),
    ports: PORTS[device.part_number] ?? 0,
    ...configurationOf(device),
  }));
}

/** The devices of the first wave that do not behave normally, by id. */
const PLANNED: ReadonlyMap<number, Behaviour> = new Map<number, Behaviour>([
  [6, { kind: 'slow', factor: 4 }],
  [33, { kind: 'slow', factor: 4 }],
  [57, { kind: 'slow', factor: 5 }],
  [78, { kind: 'slow', factor: 5 }],
  [102, { kind: 'slow', factor: 6 }],
  [12, { kind: 'off' }],
  [93, { kind: 'off' }],
  [17, { kind: 'dropsOff', at: 'installing' }],
  [64, { kind: 'dropsOff', at: 'installing' }],
  [23, { kind: 'failsDownload', times: 1 }],
  [71, { kind: 'failsDownload', times: 1 }],
  [28, { kind: 'failsDownload', times: 'always' }],
  [88, { kind: 'failsDownload', times: 'always' }],
  [37, { kind: 'failsInstall' }],
  [109, { kind: 'failsInstall' }],
  [44, { kind: 'wrongVersion', version: OLDEST_VERSION }],
  [118, { kind: 'wrongVersion', version: OLDEST_VERSION }],
]);

/** Headquarters, and its staff SSID. */
export const AGENT_NETWORK_ID = 5;
export const AGENT_SSID_ID = 10;
/** The devices that do not apply their document, by id. */
const CONFIGURATIONS: ReadonlyMap<number, ConfigurationBehaviour> = new Map([
  [52, 'fails'],
  [94, 'rollsBack'],
  [131, 'drifts'],
]);
/** Devices that the service does not configure. */
const UNMANAGED: ReadonlySet<number> = new Set([8, 36, 66, 99, 134]);

function configurationOf({ id }: DeviceEntry): Pick<DeviceSpec, 'configuration'> {
  return UNMANAGED.has(id) ? {} : { configuration: CONFIGURATIONS.get(id) ?? 'applies' };
}

/** The devices that are switched off from the beginning. */
export const NEVER_HEARD: ReadonlySet<number> = new Set(
  [...PLANNED].filter(([, { kind }]) => kind === 'off').map(([id]) => id),
);

/** The version of the demo's rollout restarts the outdoor access points of the second wave again and again. */
const BAD_RELEASE: Behaviour = { kind: 'restarts', version: UNRELEASED_VERSION, everyS: 4 };

function behaviourOf({ id, part_number, tag_ids }: DeviceEntry): Behaviour {
  if (part_number === AP_OUTDOOR && tag_ids.includes(WAVE_2)) return BAD_RELEASE;
  return PLANNED.get(id) ?? { kind: 'normal' };
}
