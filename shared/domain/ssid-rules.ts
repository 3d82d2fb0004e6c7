import { inSameSubnet, isOrderedRange } from './ipv4.js';
import {
  SSID_FIELDS,
  SSID_FIELD_NAMES,
  type SsidFieldName,
  type SsidFields,
  type SsidKinds,
} from './ssid-fields.js';
import { readMacs, readMappings, readRanges, readTargets, readVLan } from './ssid-lists.js';
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

/** What a request may set, or one message per field that is wrong. No message holds a comma or what was sent. */
export type SsidReading =
  { readonly ok: true; readonly fields: SsidFields } | { readonly ok: false; readonly messages: string[] };

const READERS: { readonly [Kind in keyof SsidKinds]: (value: unknown) => Read<SsidKinds[Kind]> } = {
  name: readName,
  flag: readSsidFlag,
  digits: readDigits,
  count: readCount,
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

const LISTS: ReadonlySet<keyof SsidKinds> = new Set(['macs', 'targets', 'mappings', 'ranges']);

/** What a blank value does: undefined leaves the field out, so that its default or what is stored holds. */
function blankValue(kind: keyof SsidKinds, mode: 'create' | 'update'): null | [] | undefined {
  if (mode === 'create' || kind === 'key') return undefined;
  return LISTS.has(kind) ? [] : null;
}

/**
 * Reads a `network_ssid` object: types and all checks that concern one field (decisions, SSIDs).
 *
 * Names outside the table, and `id`, are ignored. ssid_name is required on create and cannot be emptied. Null and
 * empty text clear a field on update and leave the default on create; of the wpa_key they change nothing, so that
 * what a caller was shown without the key can be sent back.
 */
export function readSsid(input: Readonly<Record<string, unknown>>, mode: 'create' | 'update'): SsidReading {
  const fields: Partial<Record<SsidFieldName, unknown>> = {};
  const messages: string[] = [];
  for (const name of SSID_FIELD_NAMES) {
    const kind = SSID_FIELDS[name];
    const isGiven = Object.hasOwn(input, name) && input[name] !== undefined;
    if (!isGiven && !(kind === 'name' && mode === 'create')) continue;
    const value = isGiven ? input[name] : null;
    if (isBlank(value) && kind !== 'name') {
      const blank = blankValue(kind, mode);
      if (blank !== undefined) fields[name] = blank;
      continue;
    }
    const read: Read<unknown> = READERS[kind](value);
    if (read.ok) fields[name] = read.value;
    else messages.push(`${name}${read.problem}`);
  }
  return messages.length === 0 ? { ok: true, fields: fields as SsidFields } : { ok: false, messages };
}

/**
 * The checks that concern several fields, on the whole SSID: what is stored with the request's fields over it.
 * Address ranges start before they end, and lie in the subnet when ip_address and subnet_mask are both set.
 * @returns one message per field that is wrong, without commas
 */
export function checkSsid(ssid: SsidFields): string[] {
  const { ip_address: address, subnet_mask: mask, dhcp_range_start: start, dhcp_range_end: end } = ssid;
  const isOutside = (other: string | null | undefined): boolean =>
    Boolean(address && mask && other && !inSameSubnet(other, address, mask));
  const messages: string[] = [];
  const outside = 'must be inside the subnet of ip_address and subnet_mask';
  if (isOutside(start)) messages.push(`dhcp_range_start ${outside}`);
  if (isOutside(end)) messages.push(`dhcp_range_end ${outside}`);
  else if (start && end && !isOrderedRange(start, end)) {
    messages.push('dhcp_range_end must not be before dhcp_range_start');
  }
  const ranges = ssid.dhcp_ranges ?? [];
  const stray = ranges.findIndex((range) => isOutside(range.START) || isOutside(range.END));
  if (stray >= 0) messages.push(`dhcp_ranges[${stray}] ${outside}`);
  return messages;
}
