import { PARTS, PORTS, releases } from './demo-catalogue.js';
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
} from './demo-organisations.js';
import { behaviourOf } from './demo-behaviours.js';
import type { FleetRecords } from './fleet-records.js';
import type { DeviceSpec } from '../simulator/device-spec.js';

/** The demo as a fleet file; the same one every time. */
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

/** The fleet's devices as the simulator takes them: with their keys, and each with the behaviour planned for it. */
export function demoSimulation(fleet: FleetRecords): DeviceSpec[] {
  const keys = new Map(fleet.master_inventory.map((device) => [device.mac_id, device.device_key]));
  return fleet.devices.map((device) => ({
    macId: device.mac_id,
    deviceKey: keys.get(device.mac_id) ?? '',
    firmwareVersion: device.firmware_version,
    behaviour: behaviourOf(device.id),
    ports: PORTS[device.part_number] ?? 0,
  }));
}
