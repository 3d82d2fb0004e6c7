import { createHash } from 'node:crypto';
import type { ConfigurationDocument } from '../../configuration/domain/document.js';
import { canonicalForm } from '../../configuration/domain/revision.js';
import { BANDS, type Band } from '../../configuration/records/domain/radio-channels.js';
import type { DeviceLeftOut } from '../../configuration/records/domain/device-configuration.js';
import type { Capabilities } from './config/capabilities.js';
import { countryOf } from './config/country.js';
import { interfacesOf } from './config/interfaces.js';
import { lacking } from './config/left-out.js';
import { radiosOf } from './config/radios.js';
import type { UcentralConfig } from './config/ucentral-config.js';
import { unitOf } from './config/unit.js';
import { uplinksLeftOut } from './config/uplinks.js';

export interface MappedDocument {
  readonly config: UcentralConfig;
  /** The ids of the SSIDs of each interface, in their order: a device names an SSID by its place. */
  readonly ssidIds: readonly (readonly number[])[];
  readonly leftOut: readonly DeviceLeftOut[];
}

/** What the mapping reads of a document. */
export type MappableDocument = Pick<
  ConfigurationDocument,
  'device' | 'time_zone' | 'radios' | 'wireless' | 'uplinks'
>;

const STATISTICS_S = 60;
const HEALTH_S = 120;

/**
 * The configuration of an access point that speaks uCentral (docs/ucentral.md#mapping). Whatever the document says, it keeps
 * an uplink without a tag that gets its address by DHCP.
 */
export function toConfig(document: MappableDocument, capabilities: Capabilities): MappedDocument {
  const { unit, leftOut: unitLacks } = unitOf(document);
  const { country, leftOut: countryLacks } = countryOf(document.radios, capabilities);
  const { radios, bands, leftOut: radioLacks } = radiosOf(document.radios, capabilities, country);
  const wireless = country === null ? [] : document.wireless;
  const { interfaces, captive, ssidIds, leftOut: ssidLacks } = interfacesOf(wireless, bands);
  const noCountry = country === null ? document.wireless.map(({ id }) => lacking(id, 'country')) : [];
  const config: UcentralConfig = {
    unit,
    radios,
    interfaces,
    services: { lldp: { describe: unit.name }, ...(captive ? { captive } : {}) },
    metrics: {
      statistics: { interval: STATISTICS_S, types: ['ssids', 'lldp', 'clients'] },
      health: { interval: HEALTH_S },
    },
  };
  return {
    config,
    ssidIds,
    leftOut: [
      ...noCountry,
      ...ssidLacks,
      ...countryLacks,
      ...radioLacks,
      ...uplinksLeftOut(document.uplinks),
      ...unitLacks,
    ],
  };
}

/** The configuration of a device for which there is no document: no SSID. */
export function emptyConfig(macId: string, name: string, capabilities: Capabilities): UcentralConfig {
  const device = { id: 0, mac_id: macId, name, part_number: '' };
  const empty = { device, time_zone: 'UTC', radios: [], wireless: [], uplinks: [] };
  return toConfig(empty, capabilities).config;
}

/** The bands on which a configuration has an SSID. */
export function bandsOf({ radios, interfaces }: UcentralConfig): Band[] {
  const ssids = interfaces.flatMap((each) => each.ssids ?? []);
  const named = new Set(ssids.flatMap((ssid) => ssid['wifi-bands']).map((band) => band.toLowerCase()));
  const off = new Set(radios.filter(({ enable }) => enable === false).map(({ band }) => band.toLowerCase()));
  return BANDS.filter((band) => named.has(band) && ![...off].some((radio) => radio.startsWith(band)));
}

/** Represents a configuration without its uuid. */
export function hashOfConfig(config: UcentralConfig): string {
  return createHash('sha256').update(canonicalForm(config)).digest('hex');
}
