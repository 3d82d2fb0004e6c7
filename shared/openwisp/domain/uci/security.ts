import type { WirelessEntry } from '../../../configuration/domain/document.js';
import type { Word } from '../../../configuration/domain/meanings.js';
import { CREDENTIALS, formOfKey } from '../../../configuration/domain/ssid-credentials.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import type { Band } from '../../../configuration/records/domain/radio-channels.js';
import { lacking } from '../../../ucentral/domain/config/left-out.js';
import type { UciSection } from './uci-file.js';

type Mode = Word<'security_mode'>;

const ENCRYPTION: Readonly<Record<Mode, string>> = {
  open: 'none',
  'wpa-wpa2-psk': 'psk-mixed',
  'wpa2-psk': 'psk2',
  'wpa2-eap': 'wpa2',
  'wpa3-eap': 'wpa3',
  'wpa3-sae': 'sae',
  'wpa2-psk-wpa3-sae': 'sae-mixed',
  owe: 'owe',
};

/** On 6 GHz an SSID needs the protection of WPA3 or OWE. */
const ON_6G: ReadonlySet<Mode> = new Set<Mode>(['wpa3-sae', 'wpa3-eap', 'owe']);

const KEY = { min: 8, max: 63 };

export function maySend({ bands, security }: WirelessEntry, band: Band): boolean {
  return bands.includes(band) && (band !== '6g' || ON_6G.has(security.mode));
}

/** A value that hostapd refuses would take the radio down, with all of its SSIDs. */
export function securityFault({ id, security }: WirelessEntry): DeviceLeftOut | null {
  const { mode, key, servers } = security;
  const credential = CREDENTIALS[mode];
  if (credential === 'radius' && servers.length === 0)
    return lacking(id, 'invalid', 'security.servers', 'the SSID has no RADIUS server');
  if (credential !== 'psk' && credential !== 'password') return null;
  const length = Buffer.byteLength(key ?? '');
  const isPassphrase = length >= KEY.min && length <= KEY.max;
  const isHex = credential === 'psk' && formOfKey(key ?? '') === 'hex';
  return isPassphrase || isHex
    ? null
    : lacking(id, 'invalid', 'security.key', 'the key has 8 to 63 characters or 64 hexadecimal digits');
}

export function securityOptions(entry: WirelessEntry): UciSection['options'] {
  const { mode, key } = entry.security;
  const encryption = ENCRYPTION[mode] + cipherOf(entry);
  switch (CREDENTIALS[mode]) {
    case 'none':
      return { encryption };
    case 'radius':
      return { encryption, ...radiusOptions(entry) };
    default:
      return { encryption, key };
  }
}

function cipherOf({ security: { ciphers } }: WirelessEntry): string {
  switch (ciphers.join(' ')) {
    case 'tkip':
      return '+tkip';
    case 'tkip ccmp':
      return '+tkip+ccmp';
    case 'gcmp-256':
      return '+gcmp256';
    default:
      return '';
  }
}

function radiusOptions({ security, accounting }: WirelessEntry): UciSection['options'] {
  const [server] = security.servers;
  const [counted] = accounting?.servers ?? [];
  return {
    nasid: server?.nas_identifier ?? null,
    auth_server: server?.host ?? null,
    auth_port: server?.port ?? null,
    auth_secret: server?.secret ?? null,
    acct_server: counted?.host ?? null,
    acct_port: counted?.port ?? null,
    acct_secret: counted?.secret ?? null,
    acct_interval: accounting?.interim_s ?? null,
  };
}

/** With a passphrase each access point makes the keys of 802.11r itself, otherwise they ask each other. */
export function roamingOptions({ security, extras }: WirelessEntry): UciSection['options'] {
  if (extras.fast_roaming === null) return {};
  const { mobility_domain } = extras.fast_roaming;
  const isPsk = CREDENTIALS[security.mode] === 'psk';
  return { ieee80211r: 1, mobility_domain, ft_over_ds: 0, ft_psk_generate_local: isPsk ? 1 : null };
}
