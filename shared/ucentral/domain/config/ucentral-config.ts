/** A configuration of uCentral without its uuid, as far as airfleet writes it. */
export interface UcentralConfig {
  readonly unit: UnitConfig;
  readonly radios: readonly RadioConfig[];
  /** The first one is the uplink. */
  readonly interfaces: readonly InterfaceConfig[];
  readonly services: {
    readonly lldp: { readonly describe: string };
    readonly captive?: CaptiveConfig;
  };
  readonly metrics: {
    readonly statistics: { readonly interval: number; readonly types: readonly string[] };
    readonly health: { readonly interval: number };
  };
}

export interface UnitConfig {
  readonly name: string;
  readonly hostname: string;
  readonly timezone: string;
}

export type RadioBand = '2G' | '5G' | '5G-lower' | '5G-upper' | '6G';
export type ChannelMode = 'HT' | 'VHT' | 'HE' | 'EHT';

export interface RadioConfig {
  readonly band: RadioBand;
  readonly country: string;
  readonly channel: number | 'auto';
  readonly 'channel-mode': ChannelMode;
  readonly 'channel-width': number;
  readonly 'valid-channels'?: readonly number[];
  readonly 'allow-dfs'?: false;
  readonly enable?: boolean;
  readonly 'tx-power'?: number;
  readonly 'legacy-rates'?: boolean;
}

export interface InterfaceConfig {
  readonly name: string;
  readonly role: 'upstream' | 'downstream';
  readonly services?: readonly string[];
  readonly vlan?: { readonly id: number };
  readonly 'vlan-awareness'?: { readonly first: number; readonly last: number };
  readonly ethernet?: readonly {
    readonly 'select-ports': readonly string[];
    readonly 'vlan-tag'?: 'tagged';
  }[];
  readonly ipv4: Ipv4Config;
  readonly ssids?: readonly SsidConfig[];
}

export interface Ipv4Config {
  readonly addressing: 'dynamic' | 'static' | 'none';
  readonly subnet?: string;
  readonly dhcp?: {
    readonly 'lease-first': number;
    readonly 'lease-count': number;
    readonly 'lease-time': string;
    readonly 'use-dns'?: readonly string[];
  };
  readonly 'dhcp-leases'?: readonly {
    readonly macaddr: string;
    readonly 'static-lease-offset': number;
    readonly 'lease-time': string;
  }[];
}

export type Protocol = 'none' | 'psk2' | 'psk-mixed' | 'sae' | 'sae-mixed' | 'wpa2' | 'wpa3' | 'owe';

export interface RadiusServerConfig {
  readonly host: string;
  readonly port: number;
  readonly secret: string;
}

export interface SsidConfig {
  readonly name: string;
  readonly 'wifi-bands': readonly ('2G' | '5G' | '6G')[];
  readonly 'bss-mode': 'ap' | 'wds-ap';
  readonly 'hidden-ssid': boolean;
  readonly 'isolate-clients': boolean;
  readonly encryption: {
    readonly proto: Protocol;
    readonly key?: string;
    readonly ieee80211w: 'disabled' | 'optional' | 'required';
  };
  readonly radius?: {
    readonly 'nas-identifier'?: string;
    readonly authentication: RadiusServerConfig;
    readonly accounting?: RadiusServerConfig & { readonly interval?: number };
  };
  readonly roaming?: {
    readonly 'message-exchange': 'air' | 'ds';
    readonly 'generate-psk': boolean;
    readonly 'domain-identifier': string;
  };
  readonly rrm?: { readonly 'neighbor-reporting': true };
  readonly 'access-control-list'?: {
    readonly mode: 'allow' | 'deny';
    readonly 'mac-address': readonly string[];
  };
  readonly 'rate-limit'?: { readonly 'ingress-rate': number; readonly 'egress-rate': number };
  readonly 'maximum-clients'?: number;
  readonly 'max-inactivity'?: number;
  readonly 'dtim-period'?: number;
  readonly services?: readonly ['captive'];
}

/** A page with one button that clients send. */
export interface CaptiveConfig {
  readonly 'auth-mode': 'click-to-continue';
  readonly 'walled-garden-fqdn'?: readonly string[];
  readonly 'walled-garden-ipaddr'?: readonly string[];
}
