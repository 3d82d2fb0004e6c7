import { readFile } from 'node:fs/promises';
import type { DeviceSpec } from './device-spec.js';

interface FleetPart {
  readonly hardware_parts?: readonly { part_number: string; is_switch?: boolean }[];
  readonly master_inventory?: readonly { mac_id: string; part_number: string; device_key?: string }[];
  readonly devices?: readonly { mac_id: string; firmware_version?: string }[];
}

const SWITCH_PORTS = 24;

/** Reads a file of device specs. */
export async function readSpecs(path: string): Promise<DeviceSpec[]> {
  return JSON.parse(await readFile(path, 'utf8')) as DeviceSpec[];
}

/** Reads the devices of a fleet file for which it contains keys. All of them behave normally. */
export async function readFleet(path: string): Promise<DeviceSpec[]> {
  const fleet = JSON.parse(await readFile(path, 'utf8')) as FleetPart;
  const switches = new Set(
    fleet.hardware_parts?.filter((part) => part.is_switch).map((part) => part.part_number),
  );
  const built = new Map(fleet.master_inventory?.map((device) => [device.mac_id, device]));
  return (fleet.devices ?? []).flatMap(({ mac_id, firmware_version }) => {
    const master = built.get(mac_id);
    if (master?.device_key === undefined) return [];
    return {
      macId: mac_id,
      deviceKey: master.device_key,
      firmwareVersion: firmware_version ?? '1.0.0',
      behaviour: { kind: 'normal' },
      ports: switches.has(master.part_number) ? SWITCH_PORTS : 0,
    };
  });
}
