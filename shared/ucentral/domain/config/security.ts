import type { WirelessEntry } from '../../../configuration/domain/document.js';
import type { Word } from '../../../configuration/domain/meanings.js';
import { formOfKey } from '../../../configuration/domain/ssid-credentials.js';
import type { Protocol, RadiusServerConfig, SsidConfig } from './ucentral-config.js';

type Mode = Word<'security_mode'>;

const ENCRYPTION: Readonly<Record<Mode, readonly [Protocol, SsidConfig['encryption']['ieee80211w']]>> = {
  open: ['none', 'disabled'],
  'wpa-wpa2-psk': ['psk-mixed', 'disabled'],
  'wpa2-psk': ['psk2', 'disabled'],
  'wpa2-eap': ['wpa2', 'disabled'],
  'wpa3-sae': ['sae', 'required'],
  'wpa2-psk-wpa3-sae': ['sae-mixed', 'optional'],
  'wpa3-eap': ['wpa3', 'required'],
  owe: ['owe', 'required'],
};

/** The modes that 6 GHz allows. */
const ON_6G: ReadonlySet<Mode> = new Set<Mode>(['wpa3-sae', 'wpa3-eap', 'owe']);

const MIN_RADIUS_PORT = 1024;
const INTERIM_S = { min: 60, max: 600 };
const KEY = { min: 8, max: 63 };

/** What in the security of an SSID the device cannot do: the SSID is then not on the air. */
export type SecurityFault = 'key' | 'ciphers' | 'radius';

export function securityFault({ security, accounting }: WirelessEntry): SecurityFault | null {
  const { mode, ciphers, key, servers } = security;
  if (mode !== 'open' && ciphers.some((cipher) => cipher !== 'ccmp')) return 'ciphers';
  if (key !== null && (formOfKey(key) === 'hex' || key.length < KEY.min || key.length > KEY.max))
    return 'key';
  const used = [...servers, ...(accounting?.servers ?? [])];
  return used.some(({ port }) => port < MIN_RADIUS_PORT) ? 'radius' : null;
}

export function mayUse6GHz({ security }: WirelessEntry): boolean {
  return ON_6G.has(security.mode);
}

export function encryptionOf({ security: { mode, key } }: WirelessEntry): SsidConfig['encryption'] {
  const [proto, protection] = ENCRYPTION[mode];
  return { proto, ...(key === null ? {} : { key }), ieee80211w: protection };
}

/** The RADIUS servers of an SSID with EAP. */
export function radiusOf({ security, accounting }: WirelessEntry): SsidConfig['radius'] {
  const [server] = security.servers;
  if (!server) return undefined;
  const [counted] = accounting?.servers ?? [];
  const interim = accounting?.interim_s ?? null;
  return {
    ...(server.nas_identifier === null ? {} : { 'nas-identifier': server.nas_identifier }),
    authentication: serverOf(server),
    ...(counted
      ? {
          accounting: {
            ...serverOf(counted),
            ...(interim === null ? {} : { interval: withinInterim(interim) }),
          },
        }
      : {}),
  };
}

/** Clients with a password of WPA3 roam over the distribution system: the device would change it by itself. */
export function roamingOf({ security, extras }: WirelessEntry): SsidConfig['roaming'] {
  if (extras.fast_roaming === null) return undefined;
  const isSae = security.mode === 'wpa3-sae' || security.mode === 'wpa2-psk-wpa3-sae';
  const isPsk = security.mode === 'wpa2-psk' || security.mode === 'wpa-wpa2-psk';
  return {
    'message-exchange': isSae ? 'ds' : 'air',
    'generate-psk': isPsk,
    'domain-identifier': extras.fast_roaming.mobility_domain,
  };
}

function serverOf({ host, port, secret }: WirelessEntry['security']['servers'][number]): RadiusServerConfig {
  return { host, port, secret };
}

function withinInterim(seconds: number): number {
  return Math.min(INTERIM_S.max, Math.max(INTERIM_S.min, seconds));
}
