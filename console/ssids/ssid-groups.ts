import type { ModeName } from './meanings';
import type { Ssid } from './ssid';

type VLanField =
  | 'v_lan_attributes.name'
  | 'v_lan_attributes.v_lan_id'
  | 'v_lan_attributes.enable_dhcp_on_v_lan';

type ExtraField = `extras.${keyof NonNullable<Ssid['extras']>}`;

/** The name of a field in a request; the parts of v_lan_attributes and of extras are fields of their own. */
export type SsidFieldName =
  | Exclude<keyof Ssid, 'id' | 'network_id' | 'network_name' | 'v_lan_attributes' | 'extras'>
  | VLanField
  | ExtraField;

interface FieldText {
  readonly label: string;
  readonly description?: string;
}

/** A field whose number is chosen by its meaning. */
interface ModeField extends FieldText {
  readonly name: ModeName;
  readonly kind: 'mode';
}

interface OtherField extends FieldText {
  readonly name: SsidFieldName;
  /** How it is entered: `lines` is a list with an entry on each line, `pairs` a list with two parts on each line. */
  readonly kind:
    | 'text'
    | 'digits'
    | 'count'
    | 'flag'
    | 'key'
    | 'lines'
    | 'pairs'
    | 'targets'
    | 'radius'
    | 'options';
}

export type SsidField = ModeField | OtherField;

export interface SsidGroup {
  readonly title: string;
  readonly fields: readonly SsidField[];
}

/** The settings of an SSID, as the form shows them. */
export const SSID_GROUPS: readonly SsidGroup[] = [
  {
    title: 'Network name',
    fields: [
      {
        name: 'ssid_name',
        label: 'Name',
        kind: 'text',
        description: '1 to 32 bytes. SSIDs for different devices of the network can have the same name',
      },
      { name: 'radio_band', label: 'Radio band', kind: 'mode' },
      { name: 'is_enabled', label: 'Enabled', kind: 'flag' },
      { name: 'is_hidden', label: 'Hidden', kind: 'flag', description: 'Devices do not announce the name' },
      {
        name: 'associated_aps_and_tags',
        label: 'Only on these devices and tags',
        kind: 'targets',
        description: 'Empty: on every device of the network',
      },
      { name: 'wds_enabled', label: 'WDS', kind: 'flag' },
    ],
  },
  {
    title: 'Security',
    fields: [
      { name: 'security_mode', label: 'Security mode', kind: 'mode' },
      { name: 'wpa_algorithm', label: 'WPA algorithm', kind: 'mode' },
      {
        name: 'wpa_key',
        label: 'Key',
        kind: 'key',
        description: '8 to 63 printable ASCII characters, or 64 hexadecimal digits',
      },
      { name: 'psk_type', label: 'PSK type', kind: 'mode' },
      { name: 'auth_radius_id', label: 'RADIUS server for authentication', kind: 'radius' },
      { name: 'acc_radius_id', label: 'RADIUS server for accounting', kind: 'radius' },
      { name: 'acc_radius_enabled', label: 'Accounting', kind: 'flag' },
      { name: 'is_isolate', label: 'Client isolation', kind: 'flag' },
      { name: 'acl_mac', label: 'MAC access list', kind: 'mode' },
      { name: 'mac_filter_policy', label: 'MAC access list policy', kind: 'mode' },
      {
        name: 'acl_mac_list',
        label: 'Addresses in the MAC access list',
        kind: 'lines',
        description: 'One on each line',
      },
    ],
  },
  {
    title: 'Addresses',
    fields: [
      { name: 'ssid_mode', label: 'Mode', kind: 'mode' },
      { name: 'nat', label: 'NAT', kind: 'mode' },
      { name: 'ip_address', label: 'IP address', kind: 'text' },
      { name: 'subnet_mask', label: 'Subnet mask', kind: 'text' },
      {
        name: 'dhcp_relay_server',
        label: 'DHCP',
        kind: 'mode',
      },
      { name: 'dhcp_lease_time', label: 'DHCP lease time', kind: 'count' },
      { name: 'dhcp_range_start', label: 'First DHCP address', kind: 'text' },
      { name: 'dhcp_range_end', label: 'Last DHCP address', kind: 'text' },
      {
        name: 'dhcp_ranges',
        label: 'More DHCP ranges',
        kind: 'pairs',
        description: 'The first and the last address on each line',
      },
      {
        name: 'dhcp_mappings',
        label: 'Fixed addresses',
        kind: 'pairs',
        description: 'An IP address and a MAC on each line',
      },
      { name: 'dns_mode', label: 'DNS mode', kind: 'mode' },
      { name: 'dns_primary', label: 'First DNS server', kind: 'text' },
      { name: 'dns_secondary', label: 'Second DNS server', kind: 'text' },
      { name: 'v_lan_attributes.v_lan_id', label: 'VLAN', kind: 'count', description: '1 to 4094' },
      { name: 'v_lan_attributes.name', label: 'Name of the VLAN', kind: 'text' },
      { name: 'v_lan_attributes.enable_dhcp_on_v_lan', label: 'DHCP on the VLAN', kind: 'flag' },
    ],
  },
  {
    title: 'Captive portal',
    fields: [
      { name: 'captive_portal', label: 'Captive portal', kind: 'mode' },
      { name: 'splash_url', label: 'URL of the portal', kind: 'text' },
      { name: 'success_url', label: 'URL after the sign-in', kind: 'text' },
      { name: 'overwrite_success_url', label: 'Always open that URL', kind: 'flag' },
      { name: 'wallgarden', label: 'Walled garden', kind: 'flag' },
      {
        name: 'walled_garden_range',
        label: 'Addresses of the walled garden',
        kind: 'text',
        description: 'What clients reach before they sign in',
      },
    ],
  },
  {
    title: 'Limits and quality of service',
    fields: [
      {
        name: 'max_association',
        label: 'Maximum number of clients',
        kind: 'count',
        description: '1 to 2007',
      },
      { name: 'enable_ssid_qos', label: 'Quality of service for the SSID', kind: 'flag' },
      { name: 'ssid_qos', label: 'Quality of service of the SSID', kind: 'count' },
      { name: 'per_user_qos', label: 'Quality of service of each user', kind: 'count' },
      { name: 'wna', label: 'WNA', kind: 'digits' },
      { name: 'default_idle_timeout', label: 'Idle timeout', kind: 'count' },
      { name: 'default_interim_time', label: 'Interim time', kind: 'count' },
      { name: 'uplink_priority', label: 'Uplink priority', kind: 'digits' },
    ],
  },
  {
    title: 'Advanced',
    fields: [
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
        name: 'extras.dynamic_vlan',
        label: 'VLANs from RADIUS',
        kind: 'flag',
        description: 'Clients go to the VLAN that the RADIUS server names; with EAP',
      },
      {
        name: 'extras.dtim_period',
        label: 'DTIM period',
        kind: 'count',
        description: '1 to 255 beacons',
      },
      {
        name: 'extras.dhcp_relay_address',
        label: 'DHCP server to relay to',
        kind: 'text',
        description: 'An IPv4 address; with DHCP relay',
      },
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

/** All fields of the groups. */
export const SSID_FIELDS: readonly SsidField[] = SSID_GROUPS.flatMap(({ fields }) => fields);
