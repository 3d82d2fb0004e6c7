import type { OptionLines } from '../records/domain/device-options.js';
import type { Band } from '../records/domain/radio-channels.js';
import type { BandSettings, OrNull } from '../records/domain/radio-settings.js';
import type { Word } from './meanings.js';

/** The version of the document's schema. */
export const SCHEMA = 2;

/** The largest document, in bytes of its canonical form. */
export const MAX_DOCUMENT_BYTES = 256 * 1024;

export type Cipher = 'ccmp' | 'tkip' | 'gcmp-256';

export interface RouterSettings {
  readonly address: string;
  readonly netmask: string;
  readonly nat: boolean;
  readonly dhcp: Word<'dhcp_relay_server'>;
  readonly lease_s: number | null;
  readonly ranges: readonly { readonly start: string; readonly end: string }[];
  readonly hosts: readonly { readonly address: string; readonly mac: string }[];
  readonly dns: readonly string[];
}

export interface PortalSettings {
  readonly login: 'click' | 'radius';
  readonly splash_url: string | null;
  readonly success_url: string | null;
  readonly walled_garden: readonly string[];
}

/** A RADIUS server in a document. */
export interface RadiusSettings {
  /** An IPv4 or IPv6 address. */
  readonly host: string;
  readonly port: number;
  readonly secret: string;
  readonly nas_identifier: string | null;
}

/** What an SSID has beyond the interface document. Null: not set. */
export interface ExtraSettings {
  /** 802.11r; the mobility domain is that of all SSIDs of the network with the name. */
  readonly fast_roaming: { readonly mobility_domain: string } | null;
  readonly neighbor_reports: boolean;
  readonly bss_transition: boolean;
  readonly dynamic_vlan: boolean;
  readonly dtim_period: number | null;
  readonly dhcp_relay_address: string | null;
  readonly options: OptionLines;
}

/** An SSID in a document. Null: not set. */
export interface WirelessEntry {
  readonly id: number;
  readonly ssid: string;
  readonly bands: readonly Band[];
  readonly mode: Word<'ssid_mode'>;
  readonly hidden: boolean;
  readonly isolate: boolean;
  readonly wds: boolean;
  readonly security: {
    readonly mode: Word<'security_mode'>;
    readonly ciphers: readonly Cipher[];
    readonly key: string | null;
    /** Of a mode with EAP; empty otherwise. */
    readonly servers: readonly RadiusSettings[];
  };
  /** Of a mode with EAP, when it is on. */
  readonly accounting: {
    readonly servers: readonly RadiusSettings[];
    readonly interim_s: number | null;
  } | null;
  readonly mac_filter: { readonly policy: Word<'mac_filter_policy'>; readonly macs: readonly string[] };
  readonly vlan: { readonly id: number; readonly dhcp: boolean } | null;
  readonly uplink_priority: number | null;
  readonly max_clients: number | null;
  readonly idle_timeout_s: number | null;
  readonly client_kbps: number | null;
  readonly ssid_kbps: number | null;
  readonly portal: PortalSettings | null;
  readonly router: RouterSettings | null;
  readonly extras: ExtraSettings;
}

/** The radios of a band. Null: the device's own. */
export interface RadioEntry extends OrNull<Omit<BandSettings, 'options'>> {
  readonly band: Band;
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
  readonly options: OptionLines;
}

export interface UplinkEntry {
  readonly type: Word<'uplink_type'>;
  readonly settings: Readonly<Record<string, string | number>>;
}

/** The whole configuration of one device (docs/configuration.md#document), without its revision. */
export interface ConfigurationDocument {
  readonly schema: typeof SCHEMA;
  readonly salt: string;
  readonly device: {
    readonly id: number;
    readonly mac_id: string;
    readonly name: string;
    readonly part_number: string;
  };
  readonly time_zone: string;
  readonly heartbeat_interval_s: number;
  readonly confirm_within_s: number;
  /** One entry for each band; none for a switch. */
  readonly radios: readonly RadioEntry[];
  readonly wireless: readonly WirelessEntry[];
  readonly uplinks: readonly UplinkEntry[];
  readonly ports: readonly { readonly number: number; readonly name: string }[];
}

export type LeftOutReason =
  | 'unknown_number'
  | 'not_set'
  | 'key_missing'
  | 'key_type'
  | 'radius'
  | 'router_address'
  | 'shadowed'
  | 'too_large';

/** Why an SSID is not in the document; without an id, an uplink. Never has a key. */
export interface LeftOut {
  readonly ssid_id: number | null;
  readonly field: string | null;
  readonly value: string | null;
  readonly reason: LeftOutReason;
}
