import type { Ssid } from './ssid';
import { optionsIn, optionsToText } from '../components/option-rows';
import type { SsidField, SsidFieldName } from './ssid-field-kinds';
import { SSID_FIELDS } from './ssid-groups';

/** What the controls of the form hold: lists are texts, and empty means not set. */
export type SsidValues = { readonly [Name in SsidFieldName]: string | boolean };

const V_LAN = 'v_lan_attributes.';
const EXTRAS = 'extras.';

type Extras = NonNullable<Ssid['extras']>;

/** The values of the form for an SSID; without one, those of a new SSID. */
export function valuesOf(ssid: Ssid | null): SsidValues {
  const entries = SSID_FIELDS.map((field) => {
    const value = ssid ? stored(ssid, field.name) : field.name === 'is_enabled' || null;
    return [field.name, toValue(field, value)];
  });
  return Object.fromEntries(entries) as SsidValues;
}

function stored(ssid: Ssid, name: SsidFieldName): unknown {
  if (name.startsWith(EXTRAS)) return ssid.extras?.[name.slice(EXTRAS.length) as keyof Extras];
  if (!name.startsWith(V_LAN)) return ssid[name as keyof Ssid];
  return ssid.v_lan_attributes?.[name.slice(V_LAN.length) as keyof NonNullable<Ssid['v_lan_attributes']>];
}

function toValue({ kind }: SsidField, value: unknown): string | boolean {
  if (kind === 'flag') return value === true;
  if (kind === 'options') return optionsToText((value ?? null) as Extras['options']);
  if (kind === 'pairs') {
    const pairs = (value ?? []) as Readonly<Record<string, string>>[];
    return pairs.map((pair) => Object.values(pair).join(' ')).join('\n');
  }
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The values that differ. */
export function changesTo(before: SsidValues, after: SsidValues): Partial<SsidValues> {
  const names = Object.keys(after) as SsidFieldName[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  );
}

/** The `network_ssid` object of a request that sets these values; the service reads numbers and lists in texts. */
export function toRequest(values: Partial<SsidValues>): Record<string, unknown> {
  const request: Record<string, unknown> = {};
  const vLan: Record<string, unknown> = {};
  const extras: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith(V_LAN)) vLan[name.slice(V_LAN.length)] = value;
    else if (name === 'extras.options') extras['options'] = optionsIn(String(value));
    // A member that is not set has no value, as an SSID without extras.
    else if (name.startsWith(EXTRAS)) extras[name.slice(EXTRAS.length)] = value || null;
    else if (name === 'dhcp_ranges') request[name] = pairsIn(value, 'START', 'END');
    else if (name === 'dhcp_mappings') request[name] = pairsIn(value, 'IPADDR', 'MAC');
    else request[name] = value;
  }
  if (Object.keys(vLan).length > 0) request['v_lan_attributes'] = vLan;
  if (Object.keys(extras).length > 0) request['extras'] = extras;
  return request;
}

/** The lines of a text as objects of two parts; a part that is missing is empty, which the service refuses. */
function pairsIn(value: string | boolean, first: string, second: string): Record<string, string>[] {
  const lines = String(value)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [one = '', other = ''] = line.trim().split(/\s+(?:[-–]\s+)?/);
    return { [first]: one, [second]: other };
  });
}
