import type {
  ConfigurationDocument,
  RadioEntry,
  WirelessEntry,
} from '../../shared/configuration/domain/document.js';
import { BANDS } from '../../shared/configuration/records/domain/radio-channels.js';
import { readCapabilities, type Capabilities } from '../../shared/ucentral/domain/config/capabilities.js';

/** Documents with the capabilities of access points, which together use every row of docs/ucentral.md#mapping. */

const NO_OPTIONS = { hostapd: [], uci: [] };
const SERVER = { host: '192.0.2.10', port: 1812, secret: 'radius-secret', nas_identifier: 'airfleet' };

export function wirelessEntry(fields: Partial<WirelessEntry> = {}): WirelessEntry {
  return {
    id: 1,
    ssid: 'Café',
    bands: ['2g', '5g'],
    mode: 'bridge',
    hidden: false,
    isolate: false,
    wds: false,
    security: { mode: 'wpa2-psk', ciphers: ['ccmp'], key: 'room-service-only', servers: [] },
    accounting: null,
    mac_filter: { policy: 'off', macs: [] },
    vlan: null,
    uplink_priority: null,
    max_clients: null,
    idle_timeout_s: null,
    client_kbps: null,
    ssid_kbps: null,
    portal: null,
    router: null,
    extras: {
      fast_roaming: null,
      neighbor_reports: false,
      bss_transition: false,
      dynamic_vlan: false,
      dtim_period: null,
      dhcp_relay_address: null,
      options: NO_OPTIONS,
    },
    ...fields,
  };
}

export function radioEntries(fields: Partial<Omit<RadioEntry, 'band'>> = {}): RadioEntry[] {
  return BANDS.map((band) => ({
    band,
    enabled: null,
    country: null,
    channel: null,
    channels: null,
    width_mhz: null,
    power_dbm: null,
    legacy_rates: null,
    options: NO_OPTIONS,
    ...fields,
  }));
}

export function documentWith(fields: Partial<ConfigurationDocument> = {}): ConfigurationDocument {
  return {
    schema: 2,
    salt: '000102030405060708090a0b0c0d0e0f',
    device: { id: 6, mac_id: '02:00:5E:10:00:06', name: 'Lobby "A"', part_number: 'EAP-1' },
    time_zone: 'Europe/Berlin',
    heartbeat_interval_s: 60,
    confirm_within_s: 120,
    radios: radioEntries(),
    wireless: [],
    uplinks: [],
    ports: [],
    ...fields,
  };
}

const MODES_2G = ['HT20', 'HT40', 'HE20', 'HE40'];
const MODES_5G = ['HT20', 'HT40', 'VHT20', 'VHT40', 'VHT80', 'HE20', 'HE40', 'HE80'];
const CHANNELS_2G = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const LOWER_5G = [36, 40, 44, 48, 52, 56, 60, 64];
const UPPER_5G = [100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140, 149, 153, 157, 161, 165];
const DFS = [52, 56, 60, 64, 100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140];

const phy2G = { band: ['2G'], htmode: MODES_2G, channels: CHANNELS_2G };
const phy5G = { band: ['5G'], htmode: MODES_5G, channels: [...LOWER_5G, ...UPPER_5G], dfs_channels: DFS };
const phy6G = {
  band: ['6G'],
  htmode: ['HE20', 'HE80', 'HE160', 'EHT20', 'EHT80', 'EHT160', 'EHT320'],
  channels: [1, 5, 9, 37, 53],
};

export const DUAL_BAND = readCapabilities({ country: 'DE', wifi: { 'soc/a': phy5G, 'soc/b': phy2G } });
export const TRI_BAND = readCapabilities({
  country: 'US',
  wifi: { 'soc/a': phy5G, 'soc/b': phy2G, 'soc/c': phy6G },
});
export const SPLIT_5G = readCapabilities({
  country: 'US',
  wifi: {
    'soc/a': { ...phy5G, channels: LOWER_5G },
    'soc/b': phy2G,
    'soc/c': { ...phy5G, channels: UPPER_5G },
  },
});
export const WIFI_5 = readCapabilities({
  country: 'US',
  restrictions: { country: ['US', 'CA'], dfs: true },
  wifi: {
    'soc/a': { ...phy5G, htmode: ['HT20', 'HT40', 'VHT20', 'VHT40', 'VHT80'] },
    'soc/b': { ...phy2G, htmode: ['HT20', 'HT40'] },
  },
});
const EAP = { mode: 'wpa2-eap', ciphers: ['ccmp'], key: null, servers: [SERVER] } as const;

const router = {
  address: '192.168.7.1',
  netmask: '255.255.255.0',
  nat: true,
  dhcp: 'server',
  lease_s: 3600,
  ranges: [{ start: '192.168.7.10', end: '192.168.7.99' }],
  hosts: [{ address: '192.168.7.5', mac: '02:00:5E:20:00:01' }],
  dns: ['192.0.2.53'],
} as const;

export const ROUTER = wirelessEntry({ id: 9, ssid: 'Guests', mode: 'router', router });

const everything = wirelessEntry({
  id: 3,
  ssid: 'Everything',
  bands: ['2g', '5g', '6g'],
  hidden: true,
  isolate: true,
  wds: true,
  mac_filter: { policy: 'deny', macs: ['02:00:5E:20:00:02'] },
  vlan: { id: 20, dhcp: true },
  max_clients: 64,
  idle_timeout_s: 600,
  client_kbps: 1500,
  ssid_kbps: 9000,
  uplink_priority: 1,
  security: { mode: 'wpa3-sae', ciphers: ['ccmp'], key: 'room-service-only', servers: [] },
  extras: {
    ...wirelessEntry().extras,
    fast_roaming: { mobility_domain: 'a1b2' },
    neighbor_reports: true,
    dtim_period: 3,
  },
});

export interface MappingCase {
  readonly name: string;
  readonly document: ConfigurationDocument;
  readonly capabilities: Capabilities;
}

const DOCUMENTS: Readonly<Record<string, ConfigurationDocument>> = {
  'nothing set': documentWith(),
  'one SSID': documentWith({ wireless: [wirelessEntry()] }),
  'every member of an SSID': documentWith({ wireless: [wirelessEntry(), everything] }),
  'every security mode': documentWith({
    wireless: (['open', 'wpa-wpa2-psk', 'wpa2-psk', 'wpa3-sae', 'wpa2-psk-wpa3-sae', 'owe'] as const).map(
      (mode, index) =>
        wirelessEntry({
          id: index + 1,
          ssid: mode,
          bands: ['2g', '5g', '6g'],
          security: {
            mode,
            ciphers: mode === 'open' ? [] : ['ccmp'],
            key: mode === 'open' || mode === 'owe' ? null : 'room-service-only',
            servers: [],
          },
        }),
    ),
  }),
  EAP: documentWith({
    wireless: [
      wirelessEntry({
        security: EAP,
        accounting: { servers: [{ ...SERVER, port: 1813 }], interim_s: 1200 },
        extras: { ...wirelessEntry().extras, dynamic_vlan: true },
      }),
      wirelessEntry({ id: 2, ssid: 'WPA3', bands: ['6g'], security: { ...EAP, mode: 'wpa3-eap' } }),
    ],
  }),
  'a router with a portal': documentWith({
    wireless: [
      {
        ...ROUTER,
        portal: {
          login: 'click',
          splash_url: null,
          success_url: null,
          walled_garden: ['example.org', '192.0.2.80'],
        },
      },
    ],
  }),
  'radios that are set': documentWith({
    radios: radioEntries({ country: 'US', power_dbm: 17, enabled: true, width_mhz: 40, channel: 1 }).map(
      (radio) => ({
        ...radio,
        channel: radio.band === '5g' ? 40 : 1,
        legacy_rates: radio.band === '2g' ? true : null,
      }),
    ),
    wireless: [wirelessEntry()],
  }),
  'channels to choose from': documentWith({
    radios: radioEntries({ channel: 'auto', channels: [1, 6, 11, 36, 44] }),
    wireless: [wirelessEntry()],
  }),
};

const PLACES: Readonly<Record<string, Capabilities>> = {
  'two bands': DUAL_BAND,
  'three bands': TRI_BAND,
  'two radios of 5 GHz': SPLIT_5G,
  'Wi-Fi 5': WIFI_5,
};

export const MAPPING_CASES: readonly MappingCase[] = Object.entries(DOCUMENTS).flatMap(([what, document]) =>
  Object.entries(PLACES).map(([where, capabilities]) => ({
    name: `${what}, ${where}`,
    document,
    capabilities,
  })),
);
