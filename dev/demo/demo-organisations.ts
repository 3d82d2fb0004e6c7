import type { NetworkEntry, SsidEntry, TemplateEntry, UserEntry } from './fleet-records.js';

export const HOTELS = 1;
export const BAKERY = 2;

/**
 * All demo users share a password, and the administrator's token is fixed, so that printed commands work as they are.
 */
export const DEMO_PASSWORD = 'airfleet-demo';
export const DEMO_TOKEN = 'airfleet-demo-token-of-the-hotel-admin';
const BAKERY_TOKEN = 'airfleet-demo-token-of-the-bakery-admin';
export const ADMIN_EMAIL = 'admin@hotels.example';
export const OPERATOR_EMAIL = 'operator@airfleet.example';
export const SUPER_ADMIN_EMAIL = 'super@hotels.example';

export const ORGANISATIONS = [
  { id: HOTELS, name: 'Meridian Hotels', no_of_aps: 210 },
  { id: BAKERY, name: 'Corner Bakery', no_of_aps: 10 },
];

export const NETWORKS: readonly NetworkEntry[] = [
  {
    id: 1,
    organisation_id: HOTELS,
    network_name: 'Harbour Hotel',
    latitude: 53.5436,
    longitude: 9.9881,
    address: 'Landing Stage 4, Hamburg',
  },
  {
    id: 2,
    organisation_id: HOTELS,
    network_name: 'Old Town Hotel',
    latitude: 50.0875,
    longitude: 14.4213,
    address: 'Old Town Square 12, Prague',
  },
  {
    id: 3,
    organisation_id: HOTELS,
    network_name: 'Airport Hotel',
    latitude: 51.4775,
    longitude: -0.4614,
    address: 'Perimeter Road 8, London',
  },
  {
    id: 4,
    organisation_id: HOTELS,
    network_name: 'Lakeside Resort',
    latitude: 45.9766,
    longitude: 9.2572,
    address: 'Via Regina 30, Bellagio',
  },
  {
    id: 5,
    organisation_id: HOTELS,
    network_name: 'Headquarters',
    latitude: 48.1371,
    longitude: 11.5754,
    address: 'Kaufingerstrasse 10, Munich',
  },
  {
    id: 6,
    organisation_id: HOTELS,
    network_name: 'Warehouse',
    latitude: 41.352,
    longitude: 2.158,
    address: 'Carrer del Port 2, Barcelona',
  },
  {
    id: 7,
    organisation_id: BAKERY,
    network_name: 'Shop',
    latitude: 47.3769,
    longitude: 8.5417,
    address: 'Bahnhofstrasse 1, Zurich',
  },
];

export const WAVE_1 = 1;
export const WAVE_2 = 2;
export const LOBBY = 3;
export const OUTDOOR = 4;
const BAKERY_TAG = 5;

export const TAGS = [
  { id: WAVE_1, organisation_id: HOTELS, name: 'wave-1' },
  { id: WAVE_2, organisation_id: HOTELS, name: 'wave-2' },
  { id: LOBBY, organisation_id: HOTELS, name: 'lobby' },
  { id: OUTDOOR, organisation_id: HOTELS, name: 'outdoor' },
  { id: BAKERY_TAG, organisation_id: BAKERY, name: 'all' },
];

const password = DEMO_PASSWORD;

/** The operator of the installation, with access to the queue board. */
export const OPERATORS = [{ email: OPERATOR_EMAIL, password }];

/** A user of every role, and a tier-2 operator with access to two networks, one of them read-only. */
export const USERS: readonly UserEntry[] = [
  {
    id: 1,
    organisation_id: HOTELS,
    email: SUPER_ADMIN_EMAIL,
    role: 'super_admin',
    password,
    manage_inventory: true,
  },
  {
    id: 2,
    organisation_id: HOTELS,
    email: ADMIN_EMAIL,
    role: 'admin',
    password,
    manage_inventory: true,
    access_token: DEMO_TOKEN,
  },
  { id: 3, organisation_id: HOTELS, email: 'operator@hotels.example', role: 'operator', password },
  { id: 4, organisation_id: HOTELS, email: 'viewer@hotels.example', role: 'viewer', password },
  {
    id: 5,
    organisation_id: HOTELS,
    email: 'harbour@hotels.example',
    role: 'operator',
    password,
    tier: 2,
    networks: [
      { id: 1, access: 'full' },
      { id: 2, access: 'read' },
    ],
  },
  {
    id: 6,
    organisation_id: BAKERY,
    email: 'admin@bakery.example',
    role: 'admin',
    password,
    manage_inventory: true,
    access_token: BAKERY_TOKEN,
  },
];

export const INIT_TEMPLATES: readonly TemplateEntry[] = [
  {
    id: 1,
    organisation_id: HOTELS,
    name: 'Cable only',
    details: [{ uplink_type: '1', protocol: 'dhcp', priority: 1 }],
  },
  {
    id: 2,
    organisation_id: HOTELS,
    name: 'Cable, then radio, then USB modem',
    details: [
      { uplink_type: '1', protocol: 'dhcp', priority: 1 },
      { uplink_type: '2', ssid: 'backhaul', priority: 2 },
      { uplink_type: '3', ssid: 'backhaul-5ghz', priority: 3 },
      { uplink_type: '4', apn: 'internet', priority: 4 },
    ],
  },
];

const GUEST = {
  is_enabled: true,
  ssid_mode: '1',
  nat: '1',
  security_mode: '0',
  captive_portal: '1',
  splash_url: 'https://welcome.example/hotel',
  dhcp_relay_server: '2',
  ip_address: '10.20.0.1',
  subnet_mask: '255.255.252.0',
  dhcp_range_start: '10.20.0.10',
  dhcp_range_end: '10.20.3.250',
  dhcp_lease_time: 3600,
  is_isolate: true,
};

/** Of the staff SSIDs. */
export const STAFF_KEY = 'room-service-only';

const STAFF = {
  is_enabled: true,
  ssid_mode: '2',
  security_mode: '2',
  wpa_algorithm: '1',
  psk_type: '1',
  wpa_key: STAFF_KEY,
  is_hidden: true,
};

/** A guest SSID with a captive portal and a hidden staff SSID in every network. */
export const NETWORK_SSIDS: readonly SsidEntry[] = NETWORKS.flatMap(({ id, network_name }) => [
  { id: id * 2 - 1, network_id: id, ssid_name: `${network_name} Guest`, ...GUEST },
  { id: id * 2, network_id: id, ssid_name: `${network_name} Staff`, ...STAFF },
]);
