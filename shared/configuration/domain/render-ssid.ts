import type { Ssid } from '../../ssids/domain/ssid-fields.js';
import type {
  Cipher,
  LeftOut,
  PortalSettings,
  RadiusSettings,
  RouterSettings,
  WirelessEntry,
} from './document.js';
import type { Band } from '../records/domain/radio-channels.js';
import { WHEN_NOT_SET, wordOf, type MeaningField, type Meanings, type Word } from './meanings.js';
import { plainText } from './plain-text.js';
import { extrasOf } from './render-extras.js';
import { CREDENTIALS, formOfKey } from './ssid-credentials.js';

/** A RADIUS server with its secret in clear text. */
export interface RadiusSource {
  readonly host: string;
  readonly authPort: number;
  readonly acctPort: number;
  /** Null when none is known, or when it cannot be decrypted. */
  readonly secret: string | null;
  readonly nasIdentifier: string | null;
}

/** An SSID with its key in clear text, and the RADIUS servers that it names, as far as they exist. */
export interface SsidSource {
  readonly id: number;
  readonly networkId: number;
  readonly ssid: Ssid;
  readonly servers: ReadonlyMap<number, RadiusSource>;
}

export type RenderedSsid = { readonly entry: WirelessEntry } | { readonly leftOut: LeftOut };

/** An SSID needs something that it does not have. */
class Missing extends Error {
  constructor(readonly why: Omit<LeftOut, 'ssid_id'>) {
    super(why.reason);
  }
}

/** The fields of an SSID whose numbers have meanings. */
type NumberedField = Exclude<MeaningField, 'uplink_type'>;
/** Null only for a field that means nothing when it is not set. */
type MeaningOf<Field extends NumberedField> = Word<Field> | (typeof WHEN_NOT_SET)[Field];
type Words = { readonly [Field in NumberedField]: MeaningOf<Field> };

const BANDS: Readonly<Record<Word<'radio_band'>, readonly Band[]>> = {
  '2g': ['2g'],
  '5g': ['5g'],
  '2g+5g': ['2g', '5g'],
  '6g': ['6g'],
  all: ['2g', '5g', '6g'],
};

const CIPHERS: Readonly<Record<Word<'wpa_algorithm'>, readonly Cipher[]>> = {
  ccmp: ['ccmp'],
  tkip: ['tkip'],
  'tkip+ccmp': ['tkip', 'ccmp'],
  'gcmp-256': ['gcmp-256'],
};

/**
 * The entry of an SSID in a document, or why it is left out: a number without a meaning, or something that it needs
 * and does not have (docs/configuration.md#left-out).
 */
export function renderSsid(meanings: Meanings, source: SsidSource): RenderedSsid {
  try {
    return { entry: entryOf(meanings, source) };
  } catch (error) {
    if (error instanceof Missing) return { leftOut: { ssid_id: source.id, ...error.why } };
    throw error;
  }
}

function entryOf(meanings: Meanings, source: SsidSource): WirelessEntry {
  const { id, ssid } = source;
  const words = readWords(meanings, ssid);
  const security = securityOf(words, source);
  return {
    id,
    ssid: plainText(ssid.ssid_name),
    bands: BANDS[words.radio_band],
    mode: words.ssid_mode,
    hidden: ssid.is_hidden,
    isolate: ssid.is_isolate,
    wds: ssid.wds_enabled,
    security,
    accounting: accountingOf(security.mode, source),
    mac_filter: macFilterOf(words, ssid),
    vlan: vlanOf(ssid),
    uplink_priority: ssid.uplink_priority === null ? null : Number(ssid.uplink_priority),
    max_clients: ssid.max_association,
    idle_timeout_s: ssid.default_idle_timeout,
    client_kbps: ssid.per_user_qos,
    ssid_kbps: ssid.enable_ssid_qos ? ssid.ssid_qos : null,
    portal: portalOf(words, source),
    router: words.ssid_mode === 'router' ? routerOf(words, ssid) : null,
    extras: extrasOf(security.mode, source),
  };
}

/** @throws Missing for the first number without a meaning */
function readWords(meanings: Meanings, ssid: Ssid): Words {
  const word = <Field extends NumberedField>(field: Field): MeaningOf<Field> => {
    const value = ssid[field];
    if (value === null) return WHEN_NOT_SET[field];
    const found = wordOf(meanings, field, value);
    if (found === undefined) throw new Missing({ field, value, reason: 'unknown_number' });
    return found;
  };
  return {
    ssid_mode: word('ssid_mode'),
    radio_band: word('radio_band'),
    security_mode: word('security_mode'),
    wpa_algorithm: word('wpa_algorithm'),
    psk_type: word('psk_type'),
    nat: word('nat'),
    acl_mac: word('acl_mac'),
    captive_portal: word('captive_portal'),
    dhcp_relay_server: word('dhcp_relay_server'),
    mac_filter_policy: word('mac_filter_policy'),
    dns_mode: word('dns_mode'),
  };
}

/** An SSID without a security mode is left out: it never becomes open by omission. */
function securityOf(words: Words, source: SsidSource): WirelessEntry['security'] {
  const { ssid } = source;
  const mode = words.security_mode;
  if (mode === null) throw new Missing({ field: 'security_mode', value: null, reason: 'not_set' });
  if (mode === 'open') return { mode, ciphers: [], key: null, servers: [] };
  const ciphers = CIPHERS[words.wpa_algorithm];
  const credential = CREDENTIALS[mode];
  if (credential === 'radius')
    return { mode, ciphers, key: null, servers: [serverOf(source, 'auth_radius_id')] };
  if (credential === 'none') return { mode, ciphers, key: null, servers: [] };
  return { mode, ciphers, key: keyOf(words, ssid, credential), servers: [] };
}

/** The form of the key decides what it is; psk_type must not contradict it. */
function keyOf(words: Words, { wpa_key: key, psk_type: type }: Ssid, credential: 'psk' | 'password'): string {
  if (key === null) throw new Missing({ field: 'wpa_key', value: null, reason: 'key_missing' });
  const form = formOfKey(key);
  const isOtherType = words.psk_type !== null && words.psk_type !== form;
  if (isOtherType || (form === 'hex' && credential === 'password'))
    throw new Missing({ field: 'psk_type', value: type, reason: 'key_type' });
  return key;
}

/** The server that a field of the SSID names. */
function serverOf({ ssid, servers }: SsidSource, field: 'auth_radius_id' | 'acc_radius_id'): RadiusSettings {
  const id = ssid[field];
  const { secret = null, ...server } = (id === null ? undefined : servers.get(id)) ?? {};
  if (secret === null || !('host' in server))
    throw new Missing({ field, value: id === null ? null : String(id), reason: 'radius' });
  const port = field === 'auth_radius_id' ? server.authPort : server.acctPort;
  const { nasIdentifier } = server;
  return {
    host: server.host,
    port,
    secret,
    nas_identifier: nasIdentifier === null ? null : plainText(nasIdentifier),
  };
}

/** Clients are accounted for by their identity, which only EAP gives. */
function accountingOf(
  mode: WirelessEntry['security']['mode'],
  source: SsidSource,
): WirelessEntry['accounting'] {
  const { acc_radius_enabled: isOn, default_interim_time: interim } = source.ssid;
  if (!isOn || CREDENTIALS[mode] !== 'radius') return null;
  return { servers: [serverOf(source, 'acc_radius_id')], interim_s: interim };
}

/** Addresses are sorted, because their order has no effect; a filter that is off has none. */
function macFilterOf(words: Words, ssid: Ssid): WirelessEntry['mac_filter'] {
  const policy = words.acl_mac === 'off' ? 'off' : words.mac_filter_policy;
  return { policy, macs: policy === 'off' ? [] : [...new Set(ssid.acl_mac_list)].sort() };
}

function vlanOf({ v_lan_attributes: vlan }: Ssid): WirelessEntry['vlan'] {
  if (vlan === null || vlan.v_lan_id === null) return null;
  return { id: vlan.v_lan_id, dhcp: vlan.enable_dhcp_on_v_lan ?? false };
}

function portalOf(words: Words, source: SsidSource): PortalSettings | null {
  const { ssid } = source;
  const login = words.captive_portal;
  if (login === 'none') return null;
  if (login === 'radius') serverOf(source, 'auth_radius_id');
  const garden = ssid.wallgarden ? (ssid.walled_garden_range ?? '') : '';
  return {
    login,
    splash_url: textOf(ssid.splash_url),
    success_url: ssid.overwrite_success_url ? textOf(ssid.success_url) : null,
    walled_garden: plainText(garden)
      .split(/[\s,;]+/)
      .filter((entry) => entry !== ''),
  };
}

function textOf(text: string | null): string | null {
  return text === null ? null : plainText(text);
}

function routerOf(words: Words, ssid: Ssid): RouterSettings {
  const { ip_address: address, subnet_mask: netmask } = ssid;
  if (address === null) throw new Missing({ field: 'ip_address', value: null, reason: 'router_address' });
  if (netmask === null) throw new Missing({ field: 'subnet_mask', value: null, reason: 'router_address' });
  const { dhcp_range_start: start, dhcp_range_end: end } = ssid;
  const first = start !== null && end !== null ? [{ start, end }] : [];
  const fixed = words.dns_mode === 'fixed' ? [ssid.dns_primary, ssid.dns_secondary] : [];
  return {
    address,
    netmask,
    nat: words.nat !== 'off',
    dhcp: words.dhcp_relay_server,
    lease_s: ssid.dhcp_lease_time,
    ranges: [...first, ...ssid.dhcp_ranges.map((range) => ({ start: range.START, end: range.END }))],
    hosts: ssid.dhcp_mappings.map((host) => ({ address: host.IPADDR, mac: host.MAC })),
    dns: fixed.filter((server) => server !== null),
  };
}
