import type { WirelessEntry } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import type { Band } from '../../../configuration/records/domain/radio-channels.js';
import { lacking } from './left-out.js';
import { encryptionOf, mayUse6GHz, radiusOf, roamingOf, securityFault } from './security.js';
import type { SsidConfig } from './ucentral-config.js';

const BAND_NAMES = { '2g': '2G', '5g': '5G', '6g': '6G' } as const satisfies Record<Band, string>;
const MAX_NAME_BYTES = 32;
const KBPS_PER_MBPS = 1000;

export interface MappedSsid {
  /** Null: the SSID is not on the air. */
  readonly ssid: SsidConfig | null;
  readonly leftOut: readonly DeviceLeftOut[];
}

/** An SSID on those of its bands that the device has. */
export function ssidOf(entry: WirelessEntry, available: ReadonlySet<Band>): MappedSsid {
  const bands = entry.bands.filter((band) => available.has(band) && (band !== '6g' || mayUse6GHz(entry)));
  const fault = faultOf(entry, bands);
  if (fault !== null) return { ssid: null, leftOut: [fault] };
  return { ssid: configOf(entry, bands), leftOut: partsLeftOut(entry) };
}

/** Why the SSID cannot be on the air. */
function faultOf(entry: WirelessEntry, bands: readonly Band[]): DeviceLeftOut | null {
  const bytes = Buffer.byteLength(entry.ssid);
  if (bytes === 0 || bytes > MAX_NAME_BYTES)
    return lacking(entry.id, 'invalid', 'ssid', 'a name has 1 to 32 bytes');
  const security = securityFault(entry);
  if (security === 'key') return lacking(entry.id, 'key', 'security.key', 'a key has 8 to 63 characters');
  if (security !== null) return lacking(entry.id, security);
  return bands.length === 0 ? lacking(entry.id, 'band') : null;
}

function configOf(entry: WirelessEntry, bands: readonly Band[]): SsidConfig {
  const { mac_filter: filter, extras, client_kbps: kbps } = entry;
  const [radius, roaming] = [radiusOf(entry), roamingOf(entry)];
  const rate = kbps === null ? null : Math.max(1, Math.ceil(kbps / KBPS_PER_MBPS));
  return {
    name: entry.ssid,
    'wifi-bands': bands.map((band) => BAND_NAMES[band]),
    'bss-mode': entry.wds ? 'wds-ap' : 'ap',
    'hidden-ssid': entry.hidden,
    'isolate-clients': entry.isolate,
    encryption: encryptionOf(entry),
    ...(radius ? { radius } : {}),
    ...(roaming ? { roaming } : {}),
    ...(extras.neighbor_reports ? { rrm: { 'neighbor-reporting': true as const } } : {}),
    ...(filter.policy === 'off'
      ? {}
      : { 'access-control-list': { mode: filter.policy, 'mac-address': filter.macs } }),
    // A rate of 0 would be none.
    ...(rate === null ? {} : { 'rate-limit': { 'ingress-rate': rate, 'egress-rate': rate } }),
    ...(entry.max_clients === null ? {} : { 'maximum-clients': entry.max_clients }),
    ...(entry.idle_timeout_s === null ? {} : { 'max-inactivity': entry.idle_timeout_s }),
    ...(extras.dtim_period === null ? {} : { 'dtim-period': extras.dtim_period }),
  };
}

/** What an SSID is on the air without. */
function partsLeftOut({
  id,
  ssid_kbps: kbps,
  uplink_priority: priority,
  extras,
}: WirelessEntry): DeviceLeftOut[] {
  return [
    ...(kbps === null ? [] : [lacking(id, 'ssid_kbps')]),
    ...(priority === null ? [] : [lacking(id, 'uplink_priority')]),
    ...(extras.bss_transition ? [lacking(id, 'bss_transition')] : []),
    ...(extras.options.hostapd.length + extras.options.uci.length > 0 ? [lacking(id, 'options')] : []),
  ];
}
