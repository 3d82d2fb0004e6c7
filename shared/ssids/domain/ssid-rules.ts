import { inSameSubnet, isOrderedRange } from '../../platform/values/ipv4.js';
import {
  SSID_FIELDS,
  SSID_FIELD_NAMES,
  defaultSsid,
  type SsidFieldName,
  type SsidFields,
  type SsidKinds,
} from './ssid-fields.js';
import { readExtras } from './read-extras.js';
import { isObject, readMacs, readMappings, readRanges, readTargets, readVLan } from './ssid-lists.js';
import {
  isBlank,
  readCount,
  readDigits,
  readFreeText,
  readIp,
  readIpv4,
  readKey,
  readMask,
  readName,
  readSsidFlag,
  readUrl,
  type Read,
} from './ssid-values.js';

/** At most one message per field. No message contains a comma or a secret of the request. */
export type SsidProblems = ReadonlyMap<string, string>;

/** The fields of a request that are valid by themselves, and the problems of the others. */
export interface SsidReading {
  readonly fields: SsidFields;
  readonly problems: SsidProblems;
}

const READERS: {
  readonly [Kind in Exclude<keyof SsidKinds, 'extras'>]: (value: unknown) => Read<SsidKinds[Kind]>;
} = {
  name: readName,
  flag: readSsidFlag,
  digits: readDigits,
  count: readCount,
  clients: readCount,
  text: readFreeText,
  ipv4: readIpv4,
  ip: readIp,
  mask: readMask,
  url: readUrl,
  key: readKey,
  macs: readMacs,
  targets: readTargets,
  mappings: readMappings,
  ranges: readRanges,
  vlan: readVLan,
};

/**
 * Reads a `network_ssid` object: types and all checks that concern one field (docs/interface.md#ssids).
 *
 * Names outside the table, and `id`, are ignored. ssid_name is required on create and cannot be emptied. Null and
 * empty text set a field back to its default; only a null wpa_key changes nothing, so that what a caller was shown
 * without the key can be sent back.
 */
export function readSsid(input: Readonly<Record<string, unknown>>, mode: 'create' | 'update'): SsidReading {
  const fields: Partial<Record<SsidFieldName, unknown>> = {};
  const problems = new Map<string, string>();
  const defaults: SsidFields = defaultSsid();
  for (const name of SSID_FIELD_NAMES) {
    const kind = SSID_FIELDS[name];
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined && !(kind === 'name' && mode === 'create')) continue;
    if (value === null && kind === 'key') continue;
    if (isBlank(value) && kind !== 'name') {
      fields[name] = defaults[name];
      continue;
    }
    if (kind === 'extras') {
      const { extras, problems: ofExtras } = readExtras(value);
      fields[name] = extras;
      for (const [path, problem] of ofExtras) problems.set(name + path, name + path + problem);
      continue;
    }
    const read: Read<unknown> = READERS[kind](value);
    if (read.ok) fields[name] = read.value;
    else problems.set(name, `${name}${read.problem}`);
  }
  return { fields: fields as SsidFields, problems };
}

/**
 * The checks that concern several fields, on the whole SSID: what is stored with the request's fields over it.
 * Address ranges start before they end, and lie in the subnet when ip_address and subnet_mask are both set.
 */
export function checkSsid(ssid: SsidFields): SsidProblems {
  const { ip_address: address, subnet_mask: mask, dhcp_range_start: start, dhcp_range_end: end } = ssid;
  const isOutside = (other: string | null | undefined): boolean =>
    Boolean(address && mask && other && !inSameSubnet(other, address, mask));
  const problems = new Map<string, string>();
  const outside = 'must be inside the subnet of ip_address and subnet_mask';
  if (isOutside(start)) problems.set('dhcp_range_start', `dhcp_range_start ${outside}`);
  if (isOutside(end)) problems.set('dhcp_range_end', `dhcp_range_end ${outside}`);
  else if (start && end && !isOrderedRange(start, end)) {
    problems.set('dhcp_range_end', 'dhcp_range_end must not be before dhcp_range_start');
  }
  const ranges = ssid.dhcp_ranges ?? [];
  const stray = ranges.findIndex((range) => isOutside(range.START) || isOutside(range.END));
  if (stray >= 0) problems.set('dhcp_ranges', `dhcp_ranges[${stray}] ${outside}`);
  return problems;
}

const MAX_CLIENTS = 2007;

/** What an access point cannot do. It may be stored and imported, and is refused where a request sets it. */
export function limitProblems({ max_association: most }: SsidFields): SsidProblems {
  if (most === null || most === undefined || (most >= 1 && most <= MAX_CLIENTS)) return new Map();
  return new Map([['max_association', `max_association must be a whole number from 1 to ${MAX_CLIENTS}`]]);
}

/** A part of v_lan_attributes and a member of extras that is not sent stays unchanged. */
function withStoredParts(
  stored: SsidFields,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const parts = (['v_lan_attributes', 'extras'] as const).flatMap((name) => {
    const sent = Object.hasOwn(input, name) ? input[name] : undefined;
    return stored[name] && isObject(sent) ? [[name, { ...stored[name], ...sent }] as const] : [];
  });
  return { ...input, ...Object.fromEntries(parts) };
}

/**
 * Reads a request over what is stored (or over the defaults, on create) and makes all checks that need no database.
 * A field that is wrong by itself takes no part in the checks of several.
 */
export function judgeSsid(
  stored: SsidFields,
  input: Readonly<Record<string, unknown>>,
  mode: 'create' | 'update',
): { readonly ssid: SsidFields; readonly problems: SsidProblems } {
  const { fields, problems } = readSsid(withStoredParts(stored, input), mode);
  const ssid: SsidFields = { ...stored, ...fields };
  const sound = Object.fromEntries(Object.entries(ssid).filter(([name]) => !problems.has(name)));
  return { ssid, problems: new Map([...checkSsid(sound), ...problems]) };
}

/** All messages in one text, joined by commas: the fields in the order of the table, then what concerns no field. */
export function problemText(problems: SsidProblems): string {
  const order = (name: string): number => {
    const at = (SSID_FIELD_NAMES as readonly string[]).indexOf(name.split('.')[0] ?? name);
    return at < 0 ? SSID_FIELD_NAMES.length : at;
  };
  return [...problems]
    .sort(([a], [b]) => order(a) - order(b))
    .map(([, message]) => message)
    .join(',');
}
