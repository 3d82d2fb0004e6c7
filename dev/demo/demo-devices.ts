import { createHash } from 'node:crypto';
import {
  AP_AGENT,
  AP_INDOOR,
  AP_OUTDOOR,
  AP_USB,
  LATEST_VERSION,
  OLD_VERSION,
  OLDEST_VERSION,
  PORTS,
  SWITCH_LARGE,
  SWITCH_SMALL,
} from './demo-catalogue.js';
import { BAKERY, HOTELS, LOBBY, NETWORKS, OUTDOOR, WAVE_1, WAVE_2 } from './demo-organisations.js';
import type { DeviceEntry, MasterEntry, SwitchEntry } from './fleet-records.js';

/** The number of devices in each network of the hotels, and without a network (null): 200 in total. */
const PLACES: readonly (readonly [networkId: number | null, count: number])[] = [
  [1, 50],
  [2, 40],
  [3, 40],
  [4, 30],
  [5, 20],
  [6, 10],
  [null, 10],
];
const FIRST_WAVE_NETWORKS: readonly (number | null)[] = [1, 2, 3];
/**
 * The access point that the agent of agent/ plays. It is in Headquarters and not in the first wave. No other has its part,
 * so that it is the canary of every change of Headquarters.
 */
export const AGENT_DEVICE_ID = 162;
/** Three access points and a switch that speak uCentral to the gateway, and have certificates in place of keys. */
export const UCENTRAL_DEVICE_IDS: ReadonlySet<number> = new Set([183, 184, 186, 190]);
/** One of them refuses what it gets: as the canary of its part it holds its network. */
export const REFUSING_DEVICE_ID = 184;
const BAKERY_DEVICES = 6;
const SPARES = 20;
const FIRST_ACTIVATION = Date.UTC(2026, 0, 12, 8);

const ROOMS = ['lobby', 'bar', 'floor-1', 'floor-2', 'floor-3', 'garden', 'kitchen', 'spa'] as const;

export interface DemoDevices {
  readonly devices: readonly DeviceEntry[];
  readonly master: readonly MasterEntry[];
  readonly switches: readonly SwitchEntry[];
}

/** 200 devices of the hotels, six of the bakery, and unclaimed spares. The result is always the same. */
export function demoDevices(): DemoDevices {
  const hotels = PLACES.flatMap(([networkId, count]) => Array.from({ length: count }, () => networkId)).map(
    (networkId, index) => hotelDevice(index + 1, networkId),
  );
  const bakery = Array.from({ length: BAKERY_DEVICES }, (_, index) =>
    bakeryDevice(hotels.length + index + 1),
  );
  const devices = [...hotels, ...bakery];
  const spares = Array.from({ length: SPARES }, (_, index) =>
    masterEntry(devices.length + index + 1, AP_INDOOR),
  );
  return {
    devices,
    master: [...devices.map((device) => masterEntry(device.id, device.part_number)), ...spares],
    switches: devices.flatMap(switchConfiguration),
  };
}

function partOf(id: number): string {
  if (id === AGENT_DEVICE_ID) return AP_AGENT;
  if (id % 10 === 0) return SWITCH_LARGE;
  if (id % 10 === 5) return SWITCH_SMALL;
  if (id % 7 === 0) return AP_OUTDOOR;
  return id % 3 === 0 ? AP_USB : AP_INDOOR;
}

function hotelDevice(id: number, networkId: number | null): DeviceEntry {
  const partNumber = partOf(id);
  const room = ROOMS[id % ROOMS.length] ?? 'lobby';
  const kind = partNumber in PORTS ? 'switch' : 'ap';
  const network = NETWORKS.find((entry) => entry.id === networkId)?.network_name;
  const prefix = network === undefined ? 'store' : network.split(' ')[0]?.toLowerCase();
  return {
    ...deviceEntry(id, HOTELS, partNumber),
    name: `${prefix ?? 'store'}-${room}-${kind}-${String(id).padStart(3, '0')}`,
    firmware_version: versionOf(id),
    location_network_id: networkId,
    tag_ids: tagsOf(networkId, partNumber, room),
  };
}

/** Most devices run OLD_VERSION, a few the latest version, and a few the oldest. */
function versionOf(id: number): string {
  if (id % 40 === 1) return LATEST_VERSION;
  return id % 9 === 0 ? OLDEST_VERSION : OLD_VERSION;
}

/** Small switches are in neither wave: the latest release has no image for them. */
function tagsOf(networkId: number | null, partNumber: string, room: string): number[] {
  const wave = FIRST_WAVE_NETWORKS.includes(networkId) ? WAVE_1 : WAVE_2;
  return [
    ...(networkId === null || partNumber === SWITCH_SMALL ? [] : [wave]),
    ...(room === 'lobby' ? [LOBBY] : []),
    ...(partNumber === AP_OUTDOOR ? [OUTDOOR] : []),
  ];
}

function bakeryDevice(id: number): DeviceEntry {
  return {
    ...deviceEntry(id, BAKERY, AP_INDOOR),
    name: `oven-${id}`,
    firmware_version: OLD_VERSION,
    location_network_id: 7,
    tag_ids: [5],
  };
}

function deviceEntry(id: number, organisationId: number, partNumber: string) {
  return {
    id,
    organisation_id: organisationId,
    mac_id: macOf(id),
    router_serial_number: serialOf(id, partNumber),
    part_number: partNumber,
    activated_on: new Date(FIRST_ACTIVATION + id * 3_600_000).toISOString(),
  };
}

function masterEntry(id: number, partNumber: string): MasterEntry {
  return {
    mac_id: macOf(id),
    router_serial_number: serialOf(id, partNumber),
    part_number: partNumber,
    ...(UCENTRAL_DEVICE_IDS.has(id)
      ? { identity: 'certificate' as const }
      : { device_key: createHash('sha256').update(`airfleet demo device ${id}`).digest('base64url') }),
  };
}

/** A locally administered MAC, which no real device has. */
function macOf(id: number): string {
  const [high, low] = [Math.floor(id / 256), id % 256].map((byte) =>
    byte.toString(16).padStart(2, '0').toUpperCase(),
  );
  return `02:00:5E:10:${high ?? '00'}:${low ?? '00'}`;
}

function serialOf(id: number, partNumber: string): string {
  return `${partNumber.replace('-', '')}-${String(100_000 + id)}`;
}

/** Every second small switch has no configuration. */
function switchConfiguration({ id, mac_id, part_number }: DeviceEntry): SwitchEntry[] {
  const count = PORTS[part_number];
  if (count === undefined || (part_number === SWITCH_SMALL && id % 20 === 5)) return [];
  const ports = Array.from({ length: count }, (_, index) => ({
    name: index + 1 === count ? 'Uplink' : `Port ${index + 1}`,
    port_number: index + 1,
  }));
  return [{ mac_id, ports }];
}
