import { noExtras, type SsidExtras } from './ssid-extras.js';

export interface DhcpMapping {
  IPADDR: string;
  MAC: string;
}

export interface DhcpRange {
  START: string;
  END: string;
}

export interface VLan {
  name: string | null;
  enable_dhcp_on_v_lan: boolean | null;
  v_lan_id: number | null;
  id: number | null;
}

/** The kinds of SSID fields and what each holds once it is read. Null: not set. */
export interface SsidKinds {
  name: string;
  flag: boolean;
  /** A mode: a string of digits. */
  digits: string | null;
  count: number | null;
  /** What an access point can hold: 0 would mean no client on one and any number on another. */
  clients: number | null;
  text: string | null;
  ipv4: string | null;
  /** IPv4 or IPv6. */
  ip: string | null;
  mask: string | null;
  url: string | null;
  key: string | null;
  macs: string[];
  /** `AP:<device id>` and `tag:<tag id>`. */
  targets: string[];
  mappings: DhcpMapping[];
  ranges: DhcpRange[];
  vlan: VLan | null;
  extras: SsidExtras;
}

/** Every field that create and update accept (docs/interface.md#ssids), but `id`, which never changes. */
export const SSID_FIELDS = {
  ssid_name: 'name',
  is_enabled: 'flag',
  ssid_mode: 'digits',
  nat: 'digits',
  wna: 'digits',
  is_hidden: 'flag',
  is_isolate: 'flag',
  security_mode: 'digits',
  wpa_algorithm: 'digits',
  wpa_key: 'key',
  psk_type: 'digits',
  auth_radius_id: 'count',
  acc_radius_enabled: 'flag',
  acc_radius_id: 'count',
  acl_mac: 'digits',
  mac_filter_policy: 'digits',
  acl_mac_list: 'macs',
  captive_portal: 'digits',
  splash_url: 'url',
  wallgarden: 'flag',
  walled_garden_range: 'text',
  overwrite_success_url: 'flag',
  success_url: 'url',
  dhcp_range_start: 'ipv4',
  dhcp_range_end: 'ipv4',
  dhcp_relay_server: 'digits',
  dhcp_lease_time: 'count',
  ip_address: 'ipv4',
  subnet_mask: 'mask',
  per_user_qos: 'count',
  enable_ssid_qos: 'flag',
  ssid_qos: 'count',
  radio_band: 'digits',
  wds_enabled: 'flag',
  max_association: 'clients',
  dns_mode: 'digits',
  dns_primary: 'ip',
  dns_secondary: 'ip',
  default_idle_timeout: 'count',
  default_interim_time: 'count',
  uplink_priority: 'digits',
  associated_aps_and_tags: 'targets',
  dhcp_mappings: 'mappings',
  dhcp_ranges: 'ranges',
  v_lan_attributes: 'vlan',
  extras: 'extras',
} as const satisfies Record<string, keyof SsidKinds>;

export type SsidFieldName = keyof typeof SSID_FIELDS;

/** A whole SSID: every field, as it is shown and as update takes it back. */
export type Ssid = { [Name in SsidFieldName]: SsidKinds[(typeof SSID_FIELDS)[Name]] };

/** The fields that a request set. */
export type SsidFields = Partial<Ssid>;

/** A stored SSID keeps its name and its encrypted key apart from the other fields. */
export type SsidSettings = Omit<Ssid, 'ssid_name' | 'wpa_key'>;

export const SSID_FIELD_NAMES = Object.keys(SSID_FIELDS) as SsidFieldName[];

/** A new SSID before its name and settings: enabled, every other flag off, lists empty, the rest not set. */
export function defaultSsid(): Omit<Ssid, 'ssid_name'> {
  return {
    is_enabled: true,
    ssid_mode: null,
    nat: null,
    wna: null,
    is_hidden: false,
    is_isolate: false,
    security_mode: null,
    wpa_algorithm: null,
    wpa_key: null,
    psk_type: null,
    auth_radius_id: null,
    acc_radius_enabled: false,
    acc_radius_id: null,
    acl_mac: null,
    mac_filter_policy: null,
    acl_mac_list: [],
    captive_portal: null,
    splash_url: null,
    wallgarden: false,
    walled_garden_range: null,
    overwrite_success_url: false,
    success_url: null,
    dhcp_range_start: null,
    dhcp_range_end: null,
    dhcp_relay_server: null,
    dhcp_lease_time: null,
    ip_address: null,
    subnet_mask: null,
    per_user_qos: null,
    enable_ssid_qos: false,
    ssid_qos: null,
    radio_band: null,
    wds_enabled: false,
    max_association: null,
    dns_mode: null,
    dns_primary: null,
    dns_secondary: null,
    default_idle_timeout: null,
    default_interim_time: null,
    uplink_priority: null,
    associated_aps_and_tags: [],
    dhcp_mappings: [],
    dhcp_ranges: [],
    v_lan_attributes: null,
    extras: noExtras(),
  };
}

/** The RADIUS servers that an SSID names. */
export function radiusIdsOf(settings: SsidFields): number[] {
  const { auth_radius_id: auth = null, acc_radius_id: acct = null } = settings;
  return [...new Set([auth, acct])].filter((id) => id !== null);
}
