import type { PartEntry, ReleaseEntry } from './fleet-records.js';

export const AP_INDOOR = 'MR-210';
export const AP_USB = 'MR-330';
export const AP_OUTDOOR = 'MR-520';
/** The machine that runs the agent of agent/. */
export const AP_AGENT = 'LX-1';
export const SWITCH_LARGE = 'MS-24P';
export const SWITCH_SMALL = 'MS-08';

export const PARTS: readonly PartEntry[] = [
  part(AP_INDOOR, 'Indoor access point 210', { wifi_uplink: true }),
  part(AP_USB, 'Indoor access point 330 with USB', { wifi_uplink: true, usb: true }),
  part(AP_OUTDOOR, 'Outdoor access point 520', {}),
  part(AP_AGENT, 'Linux with hostapd', { wifi_uplink: true }),
  part(SWITCH_LARGE, 'Switch with 24 PoE ports', { is_switch: true }),
  part(SWITCH_SMALL, 'Switch with 8 ports', { is_switch: true }),
];

/** The number of ports of each switch, by part number. */
export const PORTS: Readonly<Record<string, number>> = { [SWITCH_LARGE]: 24, [SWITCH_SMALL]: 8 };

export const OLDEST_VERSION = '2.3.0';
export const OLD_VERSION = '2.3.1';
export const LATEST_VERSION = '2.4.0';
export const UNRELEASED_VERSION = '2.5.0';

const ALL_PARTS = PARTS.map((entry) => entry.part_number);

/**
 * The demo's firmware releases. The latest one has no image for the small switch; one belongs to the second
 * organisation.
 */
export function releases(ownOrganisationId: number): readonly ReleaseEntry[] {
  const withoutSmallSwitch = ALL_PARTS.filter((partNumber) => partNumber !== SWITCH_SMALL);
  return [
    release(OLDEST_VERSION, ALL_PARTS, {}),
    release(OLD_VERSION, ALL_PARTS, {}),
    release(LATEST_VERSION, withoutSmallSwitch, {}),
    release(UNRELEASED_VERSION, ALL_PARTS, { is_released: false }),
    release('3.0.0', ALL_PARTS, { organisation_id: ownOrganisationId }),
  ];
}

function part(part_number: string, name: string, features: Partial<PartEntry>): PartEntry {
  return { part_number, name, wifi_uplink: false, usb: false, is_switch: false, ...features };
}

function release(version: string, parts: readonly string[], fields: Partial<ReleaseEntry>): ReleaseEntry {
  const url = Object.fromEntries(
    parts.map((number) => [number, `https://firmware.example/${number}/${version}.bin`]),
  );
  return { version, url, organisation_id: null, is_released: true, ...fields };
}
