/** The sections of a fleet file (docs/operations.md#fleet-file) that the demo uses. */
export interface FleetRecords {
  readonly organisations: readonly { id: number; name: string; no_of_aps: number }[];
  readonly users: readonly UserEntry[];
  readonly operators: readonly { email: string; password: string }[];
  readonly networks: readonly NetworkEntry[];
  readonly tags: readonly { id: number; organisation_id: number; name: string }[];
  readonly hardware_parts: readonly PartEntry[];
  readonly master_inventory: readonly MasterEntry[];
  readonly devices: readonly DeviceEntry[];
  readonly switch_configurations: readonly SwitchEntry[];
  readonly init_templates: readonly TemplateEntry[];
  readonly firmware_releases: readonly ReleaseEntry[];
  readonly network_ssids: readonly SsidEntry[];
}

export interface UserEntry {
  readonly id: number;
  readonly organisation_id: number;
  readonly email: string;
  readonly password: string;
  readonly role: 'super_admin' | 'admin' | 'operator' | 'viewer';
  readonly tier?: 1 | 2;
  readonly networks?: 'all' | readonly { id: number; access: 'full' | 'read' }[];
  readonly manage_inventory?: boolean;
  readonly access_token?: string;
}

export interface NetworkEntry {
  readonly id: number;
  readonly organisation_id: number;
  readonly network_name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly address?: string;
}

export interface PartEntry {
  readonly part_number: string;
  readonly name: string;
  readonly wifi_uplink: boolean;
  readonly usb: boolean;
  readonly is_switch: boolean;
}

export interface MasterEntry {
  readonly mac_id: string;
  readonly router_serial_number: string;
  readonly part_number: string;
  /** Absent for a device with a certificate. */
  readonly device_key?: string;
  readonly identity?: 'certificate';
}

export interface DeviceEntry {
  readonly id: number;
  readonly organisation_id: number;
  readonly mac_id: string;
  readonly name: string;
  readonly router_serial_number: string;
  readonly part_number: string;
  readonly firmware_version: string;
  readonly location_network_id: number | null;
  readonly tag_ids: readonly number[];
  readonly activated_on: string;
}

export interface SwitchEntry {
  readonly mac_id: string;
  readonly ports: readonly { name: string; port_number: number }[];
}

export interface TemplateEntry {
  readonly id: number;
  readonly organisation_id: number;
  readonly name: string;
  readonly details: readonly { uplink_type: string; [field: string]: unknown }[];
}

export interface ReleaseEntry {
  readonly version: string;
  readonly url: Readonly<Record<string, string>>;
  readonly organisation_id: number | null;
  readonly is_released: boolean;
}

export interface SsidEntry {
  readonly id: number;
  readonly network_id: number;
  readonly ssid_name: string;
  readonly [field: string]: unknown;
}
