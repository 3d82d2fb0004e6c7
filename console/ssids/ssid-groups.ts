import type { SsidField, SsidFieldName } from './ssid-field-kinds';
import { BASIC_GROUPS } from './basic-groups';

export interface SsidGroup {
  readonly title: string;
  readonly fields: readonly SsidField[];
}

const ROUTER = { field: 'ssid_mode', values: ['router'] } as const;
const SERVES_DHCP = { field: 'dhcp_relay_server', values: ['server'] } as const;
const HAS_FIXED_DNS = { field: 'dns_mode', values: ['fixed'] } as const;
const HAS_PORTAL = { field: 'captive_portal', values: ['click', 'radius'] } as const;
const FILTERS_MACS = { field: 'mac_filter_policy', values: ['allow', 'deny'] } as const;

/** The settings that most SSIDs leave as they are. */
export const ADVANCED_GROUPS: readonly SsidGroup[] = [
  {
    title: 'Security',
    fields: [
      { name: 'security_mode', label: 'Security mode', kind: 'mode' },
      { name: 'wpa_algorithm', label: 'WPA algorithm', kind: 'mode' },
      { name: 'psk_type', label: 'PSK type', kind: 'mode' },
      {
        name: 'wpa_key',
        label: 'Key',
        kind: 'key',
        description: '8 to 63 printable ASCII characters, or 64 hexadecimal digits',
      },
      { name: 'auth_radius_id', label: 'RADIUS server for authentication', kind: 'radius' },
      { name: 'acc_radius_enabled', label: 'Accounting', kind: 'flag' },
      { name: 'acc_radius_id', label: 'RADIUS server for accounting', kind: 'radius' },
    ],
  },
  {
    title: 'Clients',
    fields: [
      {
        name: 'is_isolate',
        label: 'Client isolation',
        kind: 'flag',
        description: 'Clients do not reach each other',
      },
      {
        name: 'max_association',
        label: 'Maximum number of clients',
        kind: 'count',
        description: '1 to 2007 on each access point',
      },
      { name: 'default_idle_timeout', label: 'Idle timeout', kind: 'count' },
      { name: 'acl_mac', label: 'MAC access list', kind: 'mode' },
      { name: 'mac_filter_policy', label: 'MAC access list policy', kind: 'mode' },
      {
        name: 'acl_mac_list',
        label: 'Addresses in the MAC access list',
        kind: 'lines',
        description: 'One on each line',
        needs: FILTERS_MACS,
      },
    ],
  },
  {
    title: 'Radio and roaming',
    fields: [
      { name: 'is_hidden', label: 'Hidden', kind: 'flag', description: 'Devices do not announce the name' },
      { name: 'wds_enabled', label: 'WDS', kind: 'flag' },
      {
        name: 'extras.fast_roaming',
        label: 'Fast roaming (802.11r)',
        kind: 'flag',
        description: 'Between the access points of the network; with a key or a RADIUS server',
      },
      {
        name: 'extras.neighbor_reports',
        label: 'Neighbor reports (802.11k)',
        kind: 'flag',
        description: 'Clients learn of the access points around them',
      },
      {
        name: 'extras.bss_transition',
        label: 'BSS transition (802.11v)',
        kind: 'flag',
        description: 'Access points may ask clients to move to another one',
      },
      {
        name: 'extras.dtim_period',
        label: 'DTIM period',
        kind: 'count',
        description: '1 to 255 beacons',
      },
    ],
  },
  {
    title: 'VLAN details',
    fields: [
      { name: 'v_lan_attributes.name', label: 'Name of the VLAN', kind: 'text' },
      { name: 'v_lan_attributes.enable_dhcp_on_v_lan', label: 'DHCP on the VLAN', kind: 'flag' },
      {
        name: 'extras.dynamic_vlan',
        label: 'VLANs from RADIUS',
        kind: 'flag',
        description: 'Clients go to the VLAN that the RADIUS server names; with EAP',
      },
    ],
  },
  {
    title: 'Addresses',
    fields: [
      {
        name: 'ssid_mode',
        label: 'Mode',
        kind: 'mode',
        description: 'As a router, a device gives its clients addresses of a network of its own',
      },
      { name: 'nat', label: 'NAT', kind: 'mode', needs: ROUTER },
      { name: 'ip_address', label: 'IP address', kind: 'text', needs: ROUTER },
      { name: 'subnet_mask', label: 'Subnet mask', kind: 'text', needs: ROUTER },
      { name: 'dhcp_relay_server', label: 'DHCP', kind: 'mode', needs: ROUTER },
      {
        name: 'extras.dhcp_relay_address',
        label: 'DHCP server to relay to',
        kind: 'text',
        description: 'An IPv4 address',
        needs: { field: 'dhcp_relay_server', values: ['relay'] },
      },
      { name: 'dhcp_lease_time', label: 'DHCP lease time', kind: 'count', needs: SERVES_DHCP },
      { name: 'dhcp_range_start', label: 'First DHCP address', kind: 'text', needs: SERVES_DHCP },
      { name: 'dhcp_range_end', label: 'Last DHCP address', kind: 'text', needs: SERVES_DHCP },
      {
        name: 'dhcp_ranges',
        label: 'More DHCP ranges',
        kind: 'pairs',
        description: 'The first and the last address on each line',
        needs: SERVES_DHCP,
      },
      {
        name: 'dhcp_mappings',
        label: 'Fixed addresses',
        kind: 'pairs',
        description: 'An IP address and a MAC on each line',
        needs: SERVES_DHCP,
      },
      { name: 'dns_mode', label: 'DNS mode', kind: 'mode', needs: ROUTER },
      { name: 'dns_primary', label: 'First DNS server', kind: 'text', needs: HAS_FIXED_DNS },
      { name: 'dns_secondary', label: 'Second DNS server', kind: 'text', needs: HAS_FIXED_DNS },
    ],
  },
  {
    title: 'Captive portal',
    fields: [
      { name: 'captive_portal', label: 'Captive portal', kind: 'mode' },
      { name: 'splash_url', label: 'URL of the portal', kind: 'text', needs: HAS_PORTAL },
      { name: 'success_url', label: 'URL after the sign-in', kind: 'text', needs: HAS_PORTAL },
      { name: 'overwrite_success_url', label: 'Always open that URL', kind: 'flag', needs: HAS_PORTAL },
      { name: 'wallgarden', label: 'Walled garden', kind: 'flag', needs: HAS_PORTAL },
      {
        name: 'walled_garden_range',
        label: 'Addresses of the walled garden',
        kind: 'text',
        description: 'What clients reach before they sign in',
        needs: { field: 'wallgarden', values: ['yes'] },
      },
    ],
  },
  {
    title: 'Quality of service',
    fields: [
      { name: 'enable_ssid_qos', label: 'Quality of service for the SSID', kind: 'flag' },
      {
        name: 'ssid_qos',
        label: 'Quality of service of the SSID',
        kind: 'count',
        needs: { field: 'enable_ssid_qos', values: ['yes'] },
      },
      { name: 'per_user_qos', label: 'Quality of service of each user', kind: 'count' },
      { name: 'wna', label: 'WNA', kind: 'digits' },
      { name: 'default_interim_time', label: 'Interim time', kind: 'count' },
      { name: 'uplink_priority', label: 'Uplink priority', kind: 'digits' },
    ],
  },
  {
    title: 'Options',
    fields: [
      {
        name: 'extras.options',
        label: 'Options for the software of devices',
        kind: 'options',
        description:
          'What airfleet has no setting for. Names that it sets itself, or that change the security, are refused',
      },
    ],
  },
];

/** The settings of an SSID, as a reader sees them. */
export const SSID_GROUPS: readonly SsidGroup[] = [...BASIC_GROUPS, ...ADVANCED_GROUPS];

/** All fields, each once. */
export const SSID_FIELDS: readonly SsidField[] = SSID_GROUPS.flatMap(({ fields }) => fields);

const BY_NAME = new Map(SSID_FIELDS.map((field) => [field.name, field]));

/** @throws Error for a name that is not in the groups */
export function fieldOf(name: SsidFieldName): SsidField {
  const field = BY_NAME.get(name);
  if (!field) throw new Error(`No field ${name}`);
  return field;
}
