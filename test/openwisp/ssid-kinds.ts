import { radiosOf, type Entry } from '../agent/document.js';

const SERVER = { host: '192.0.2.10', port: 1812, secret: "it's shared", nas_identifier: 'lobby' };
const ROUTER = {
  address: '10.5.0.1',
  netmask: '255.255.255.0',
  nat: true,
  dhcp: 'server',
  lease_s: 3600 as number | null,
  ranges: [
    { start: '10.5.0.10', end: '10.5.0.19' },
    { start: '10.5.0.30', end: '10.5.0.30' },
  ],
  hosts: [{ address: '10.5.0.77', mac: '02:00:5E:10:00:77' }],
  dns: ['192.0.2.53', '2001:db8::53'],
};
const BARE = { nat: false, lease_s: null, ranges: [], hosts: [], dns: [] };
const EXTRAS = {
  fast_roaming: { mobility_domain: 'a1b2' },
  neighbor_reports: true,
  bss_transition: true,
  dtim_period: 3,
  options: { hostapd: [], uci: ["greeting=it's a text", 'note=a=b', 'multicast_to_unicast=1'] },
};

/** SSIDs of every kind that the tests of the agent on OpenWrt know, in the order of their ids, which begin at 1. */
export const SSID_KINDS: Readonly<Record<string, Entry>> = {
  'hidden, apart and with a limit': {
    ssid: "Café 'Lobby'",
    ...{ hidden: true, isolate: true, wds: true, max_clients: 64 },
  },
  'WPA3 on all bands': {
    bands: ['2g', '5g', '6g'],
    security: { mode: 'wpa3-sae', ciphers: ['gcmp-256'] },
  },
  'WPA2 and WPA3 with rates': {
    security: { mode: 'wpa2-psk-wpa3-sae', ciphers: ['tkip', 'ccmp'] },
    ...{ client_kbps: 5000, ssid_kbps: 9000 },
  },
  'WPA with a key in hexadecimal digits': {
    security: { mode: 'wpa-wpa2-psk', ciphers: ['tkip'], key: 'a'.repeat(64) },
    uplink_priority: 1,
  },
  'open in a VLAN with an address': { security: { mode: 'open', key: null }, vlan: { id: 20, dhcp: true } },
  'in the same VLAN': { vlan: { id: 20, dhcp: false } },
  'in another VLAN': { vlan: { id: 30, dhcp: false } },
  'OWE on 6 GHz': { bands: ['6g'], security: { mode: 'owe', key: null } },
  'WPA2 with RADIUS and accounting': {
    security: { mode: 'wpa2-eap', key: null, servers: [SERVER] },
    accounting: { servers: [{ ...SERVER, port: 1813 }], interim_s: 300 },
    extras: EXTRAS,
  },
  'WPA3 with RADIUS': {
    bands: ['5g', '6g'],
    security: { mode: 'wpa3-eap', key: null, servers: [{ ...SERVER, nas_identifier: null }] },
  },
  'with a list of MACs and extras': {
    mac_filter: { policy: 'deny', macs: ['02:00:5E:20:00:02', '02:00:5E:20:00:03'] },
    extras: EXTRAS,
  },
  'a router': { mode: 'router', router: ROUTER },
  'a router without ranges': { mode: 'router', router: { ...ROUTER, ...BARE, address: '10.6.0.1' } },
  'a router that relays': {
    mode: 'router',
    router: { ...ROUTER, ...BARE, address: '10.7.0.1', dhcp: 'relay' },
    extras: { dhcp_relay_address: '192.0.2.67' },
  },
  'a router that relays to no address': {
    mode: 'router',
    router: { ...ROUTER, ...BARE, address: '10.8.0.1', dhcp: 'relay' },
  },
  'a router without DHCP': {
    mode: 'router',
    router: { ...ROUTER, ...BARE, address: '10.9.0.1', dhcp: 'off' },
  },
  'a router in the subnet of another': { mode: 'router', router: ROUTER, security: { mode: 'wpa3-sae' } },
  'VLANs of clients': {
    security: { mode: 'wpa2-eap', key: null, servers: [SERVER] },
    extras: { dynamic_vlan: true },
  },
  'a router in a VLAN': {
    mode: 'router',
    router: { ...ROUTER, address: '10.10.0.1' },
    vlan: { id: 21, dhcp: false },
  },
  'WPA2 on 6 GHz': { bands: ['6g'] },
  'a key that is short': { security: { key: 'short' } },
  'RADIUS without a server': { security: { mode: 'wpa2-eap', key: null } },
  'too many clients': { max_clients: 5000 },
  'no name': { ssid: '' },
};

export const UPLINKS = [
  {
    type: 'wifi-5g',
    settings: { protocol: 'dhcp', ssid: 'Hill', key: "it's the uplink", priority: 600, dns: '192.0.2.1' },
  },
  { type: 'ethernet', settings: {} },
];

export const RADIOS_SET = radiosOf({
  '2g': {
    ...{ enabled: true, country: 'DE', channel: 'auto', channels: [1, 6], width_mhz: 40, power_dbm: 17 },
    ...{ legacy_rates: false, options: { hostapd: [], uci: ['noscan=1'] } },
  },
  '5g': { enabled: true, country: 'DE', channel: 44, width_mhz: 80, power_dbm: 'auto' },
  '6g': { enabled: true },
});
