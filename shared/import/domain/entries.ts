import type { NetworkGrant, Role } from '../../access/domain/access.js';
import type { PortInput } from '../../inventory/domain/reported-port.js';
import type { TransitionRecord, UpgradeStatus } from '../../upgrades/domain/upgrade-status.js';

/** An access token as a backup has it. */
export interface TokenEntry {
  hash: string;
  name?: string;
  created_at: Date;
  expires_at: Date;
}

/**
 * The records of a fleet file (docs/decisions.md#fleet-file) once they are read: MACs canonical, times dates, e-mail
 * addresses lower case, and otherwise as written. An optional field that is absent leaves what is stored.
 */
export interface FleetEntries {
  organisations: { id: number; name: string; no_of_aps: number };
  hardware_parts: {
    part_number: string;
    name: string;
    wifi_uplink: boolean;
    usb: boolean;
    is_switch: boolean;
  };
  networks: { id: number; organisation_id: number; network_name: string };
  tags: { id: number; organisation_id: number; name: string };
  users: {
    id: number;
    organisation_id: number;
    email: string;
    password?: string;
    role: Role;
    tier?: 1 | 2;
    networks?: 'all' | NetworkGrant[];
    manage_inventory?: boolean;
    sees_unreleased?: boolean;
    access_token?: string;
    /** As a backup has them, instead of the password and the token themselves. */
    password_hash?: string;
    access_tokens?: TokenEntry[];
    disabled_at?: Date;
  };
  /** Operators of the installation; known by their address. */
  operators: {
    email: string;
    password?: string;
    access_token?: string;
    password_hash?: string;
    access_tokens?: TokenEntry[];
    disabled_at?: Date;
  };
  master_inventory: {
    mac_id: string;
    router_serial_number: string;
    part_number: string;
    device_key?: string;
    device_key_hash?: string;
  };
  devices: {
    id: number;
    organisation_id: number;
    mac_id: string;
    name?: string;
    router_serial_number?: string;
    part_number: string;
    firmware_version?: string;
    location_network_id?: number | null;
    tag_ids?: number[];
    external_guid?: string | null;
    activated_on?: Date | null;
    network_since?: Date | null;
    tags_since?: Date | null;
    last_heartbeat?: {
      at: Date;
      public_ip: string;
      firmware_version?: string;
      ports?: PortInput[] | null;
    } | null;
  };
  uplinks: {
    id: number;
    organisation_id: number;
    router_inventory_id: number;
    details: { uplink_type: string; [field: string]: unknown };
    created_at: Date;
  };
  switch_configurations: { mac_id: string; ports: { name: string; port_number: number }[] };
  init_templates: {
    id: number;
    organisation_id: number;
    name: string;
    details: { uplink_type: string; [field: string]: unknown }[];
  };
  firmware_releases: {
    version: string;
    url: Record<string, string>;
    /** By hardware part, like `url`. */
    sha256?: Record<string, string>;
    size?: Record<string, number>;
    signature?: Record<string, string>;
    organisation_id: number | null;
    is_released: boolean;
  };
  /** Its other fields are read by the rules of SSIDs. */
  network_ssids: { id: number; network_id: number; [field: string]: unknown };
  schedules: {
    id: number;
    organisation_id: number;
    user_id: number;
    targets: string[];
    is_change: boolean;
    network_ids: number[] | null;
    includes_unassigned: boolean;
    version: string;
    upgrade_type: string;
    schedule_type: 'now' | 'later';
    time_zone: string | null;
    save_prev_config: boolean;
    due_at: Date;
    state: 'writing' | 'waiting' | 'released' | 'cancelled';
    resolved_at: Date;
    released_at: Date | null;
    created_at: Date;
  };
  upgrades: {
    id: number;
    organisation_id: number;
    router_inventory_id: number;
    version: string;
    upgrade_type: string;
    schedule_type: 'now' | 'later';
    schedule_at?: string | null;
    time_zone?: string | null;
    save_prev_config: boolean;
    status: UpgradeStatus;
    created_at?: Date;
    /** As a backup has them. Without a schedule_id the upgrade gets a schedule of its own; null: its schedule is gone. */
    schedule_id?: number | null;
    /** Schedules that the upgrade was taken from. */
    former_schedule_ids?: number[];
    due_at?: Date;
    updated_at?: Date;
    attempts?: number;
    progress?: number | null;
    message?: string | null;
    history?: TransitionRecord[];
    /** Of a finished upgrade, whose device may have been removed since. */
    device?: { mac_id: string; name: string; location_network_id: number | null };
  };
  /** Pending upgrades that a caller deleted: their schedules give the device no other one. */
  deleted_upgrades: {
    /** The ids of the upgrade and of its last schedule: `5:7`. */
    id: string;
    organisation_id: number;
    router_inventory_id: number;
    schedule_ids: number[];
    deleted_at: Date;
  };
}

export type SectionName = keyof FleetEntries;

/** Every key of a fleet file, in an order in which each refers only to those before it (and, AP:<id>, to devices). */
export const SECTION_NAMES = [
  'organisations',
  'hardware_parts',
  'networks',
  'tags',
  'users',
  'operators',
  'master_inventory',
  'devices',
  'uplinks',
  'switch_configurations',
  'init_templates',
  'firmware_releases',
  'network_ssids',
  'schedules',
  'upgrades',
  'deleted_upgrades',
] as const satisfies readonly SectionName[];

export function isSectionName(name: string): name is SectionName {
  return (SECTION_NAMES as readonly string[]).includes(name);
}
