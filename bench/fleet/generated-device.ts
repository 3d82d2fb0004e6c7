import { seededRandom, pick, scatter } from './seeded-random.js';
import { deviceName, hasRareName } from './fleet-names.js';
import type { FleetPlan, OrganisationLayout } from './fleet-plan.js';

export const PARTS = [
  { part_number: 'AF-AP-110', name: 'airfleet AP 110', wifi_uplink: true, usb: false, is_switch: false },
  { part_number: 'AF-AP-210', name: 'airfleet AP 210', wifi_uplink: true, usb: true, is_switch: false },
  {
    part_number: 'AF-AP-310.R2',
    name: 'airfleet AP 310 Outdoor',
    wifi_uplink: true,
    usb: false,
    is_switch: false,
  },
  {
    part_number: 'AF-AP-510',
    name: 'airfleet AP 510 Wi-Fi 7',
    wifi_uplink: true,
    usb: true,
    is_switch: false,
  },
  {
    part_number: 'AF-SW-24P',
    name: 'airfleet Switch 24 PoE',
    wifi_uplink: false,
    usb: false,
    is_switch: true,
  },
  { part_number: 'AF-SW-48', name: 'airfleet Switch 48', wifi_uplink: false, usb: true, is_switch: true },
] as const;
export const VERSIONS = ['6.4.1', '6.4.2', '7.0.0', '7.1.3'] as const;

const PREFIXES = ['02:1A', '06:B4', '0A:3C', '0E:90'] as const;
const DAY_MS = 86_400_000;
/** Devices that are up send a heartbeat every minute, each at its own moment. */
const HEARTBEAT_MS = 60_000;
const MAX_TAGS = 3;

/** A MAC that is unique to the index. */
export function generatedMac(seed: number, index: number): string {
  const digits = scatter(seed, index).toString(16).padStart(8, '0').toUpperCase();
  return `${PREFIXES[index % PREFIXES.length] ?? ''}:${(digits.match(/../g) ?? []).join(':')}`;
}

export function generatedSerial(seed: number, id: number): string {
  return `AF${scatter(seed + 1, id)
    .toString(36)
    .toUpperCase()
    .padStart(7, '0')}`;
}

/** A device record of a fleet file. `offset` is the device's zero-based position in its organisation. */
export function generatedDevice(plan: FleetPlan, organisation: OrganisationLayout, offset: number) {
  const id = organisation.firstDeviceId + offset;
  const random = (salt: number): number => seededRandom(plan.seed, id, salt);
  const activated = new Date(plan.now.getTime() - Math.floor(random(11) * 1000) * DAY_MS);
  const beforeMs = Math.floor(random(12) ** 8 * 30 * DAY_MS + random(25) * HEARTBEAT_MS);
  const heard = new Date(plan.now.getTime() - beforeMs);
  return {
    id,
    organisation_id: organisation.id,
    mac_id: generatedMac(plan.seed, id),
    name: deviceName(plan.seed, id, hasRareName(organisation, offset)),
    router_serial_number: generatedSerial(plan.seed, id),
    part_number: pick(PARTS, random(13)).part_number,
    firmware_version: pick(VERSIONS, random(14)),
    location_network_id: networkOf(organisation, offset, random(15)),
    tag_ids: tagsOf(organisation, random),
    external_guid: null,
    activated_on: activated.toISOString(),
    last_heartbeat: random(16) < 0.05 ? null : { at: heard.toISOString(), public_ip: addressOf(random(17)) },
  };
}

/**
 * Fills the first network. Of the other devices, 3 % have no network; the rest are spread unevenly over the other
 * networks.
 */
function networkOf(organisation: OrganisationLayout, offset: number, random: number): number | null {
  if (offset < organisation.firstNetwork) return organisation.firstNetworkId;
  if (random < 0.03 || organisation.networks < 2) return null;
  return organisation.firstNetworkId + 1 + Math.floor(random ** 2 * (organisation.networks - 1));
}

function tagsOf(organisation: OrganisationLayout, random: (salt: number) => number): number[] {
  const count = Math.floor(random(18) * (MAX_TAGS + 1));
  const ids = Array.from({ length: count }, (_, index) => {
    return organisation.firstTagId + Math.floor(random(19 + index) ** 2 * organisation.tags);
  });
  return organisation.tags === 0 ? [] : [...new Set(ids)];
}

function addressOf(random: number): string {
  return `198.51.${Math.floor(random * 256)}.${Math.floor((random * 65_536) % 256)}`;
}
