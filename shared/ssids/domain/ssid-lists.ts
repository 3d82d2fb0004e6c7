import { isOrderedRange } from '../../platform/values/ipv4.js';
import { canonicalMac, groupOf } from '../../platform/values/mac.js';
import type { DhcpMapping, DhcpRange, VLan } from './ssid-fields.js';
import {
  fine,
  isBlank,
  readCount,
  readFreeText,
  readInteger,
  readIpv4,
  readSsidFlag,
  wrong,
  type Read,
} from './ssid-values.js';
import { parseTargets } from '../../upgrades/domain/upgrade-targets.js';

const MAX_ENTRIES = 1000;
const HIGHEST_VLAN = 4094;

type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a list entry by entry, without blank ones; the first invalid entry is the list's problem. */
function readList<T>(value: unknown, what: string, readEntry: (entry: unknown) => Read<T>): Read<T[]> {
  if (!Array.isArray(value)) return wrong(` must be a list of ${what}`);
  if (value.length > MAX_ENTRIES) return wrong(` must have at most ${MAX_ENTRIES} entries`);
  const values: T[] = [];
  for (const [at, entry] of (value as unknown[]).entries()) {
    if (isBlank(entry)) continue;
    const read = readEntry(entry);
    if (!read.ok) return wrong(`[${at}]${read.problem}`);
    values.push(read.value);
  }
  return fine(values);
}

function distinct(read: Read<string[]>): Read<string[]> {
  return read.ok ? fine([...new Set(read.value)]) : read;
}

// A form has one text where JSON has a list.
function entriesOf(value: unknown): unknown {
  return typeof value === 'string' ? value.split(/[\s,]+/).filter((entry) => entry !== '') : value;
}

function readMac(value: unknown): Read<string> {
  const mac = typeof value === 'string' ? canonicalMac(value) : null;
  if (mac === null) return wrong(' must be a MAC address');
  const group = groupOf(mac);
  return group === null ? fine(mac) : wrong(` must be the MAC address of a station: ${mac} is ${group}`);
}

function readTarget(value: unknown): Read<string> {
  const parsed = typeof value === 'string' ? parseTargets([value]) : null;
  const isTarget = parsed?.ok === true && parsed.segments.every((segment) => segment.kind !== 'network');
  return isTarget ? fine(value as string) : wrong(' must be AP:<device id> or tag:<tag id>');
}

/** MACs in any notation, in a list or in one text; canonical and each once afterwards. */
export function readMacs(value: unknown): Read<string[]> {
  return distinct(readList(entriesOf(value), 'MAC addresses', readMac));
}

/** `AP:<device id>` and `tag:<tag id>`, in a list or in one text; each once afterwards. */
export function readTargets(value: unknown): Read<string[]> {
  return distinct(readList(entriesOf(value), 'AP:<device id> and tag:<tag id>', readTarget));
}

/** Prefixes the problem of a part with its name. */
function part<T>(name: string, read: Read<T>): Read<T> {
  return read.ok ? read : wrong(`.${name}${read.problem}`);
}

/** Fixed addresses: objects with `IPADDR` and `MAC`. */
export function readMappings(value: unknown): Read<DhcpMapping[]> {
  return readList(value, 'objects with IPADDR and MAC', (entry) => {
    if (!isObject(entry)) return wrong(' must be an object with IPADDR and MAC');
    const address = part('IPADDR', readIpv4(entry.IPADDR));
    if (!address.ok) return address;
    const mac = part('MAC', readMac(entry.MAC));
    return mac.ok ? fine({ IPADDR: address.value, MAC: mac.value }) : mac;
  });
}

/** Address ranges: objects with `START` and `END`, the first not after the last. */
export function readRanges(value: unknown): Read<DhcpRange[]> {
  return readList(value, 'objects with START and END', (entry) => {
    if (!isObject(entry)) return wrong(' must be an object with START and END');
    const start = part('START', readIpv4(entry.START));
    if (!start.ok) return start;
    const end = part('END', readIpv4(entry.END));
    if (!end.ok) return end;
    if (!isOrderedRange(start.value, end.value)) return wrong('.START must not be after END');
    return fine({ START: start.value, END: end.value });
  });
}

function unlessBlank<T>(value: unknown, read: (value: unknown) => Read<T>): Read<T | null> {
  return isBlank(value) ? fine(null) : read(value);
}

/** The VLAN of an SSID; a part that is missing is null. Its number is 1 to 4094. */
export function readVLan(value: unknown): Read<VLan> {
  if (!isObject(value))
    return wrong(' must be an object with name and enable_dhcp_on_v_lan and v_lan_id and id');
  const name = part('name', unlessBlank(value.name, readFreeText));
  if (!name.ok) return name;
  const dhcp = part('enable_dhcp_on_v_lan', unlessBlank(value.enable_dhcp_on_v_lan, readSsidFlag));
  if (!dhcp.ok) return dhcp;
  const readNumber = (number: unknown): Read<number> =>
    readInteger(number, 1, HIGHEST_VLAN, `a whole number from 1 to ${HIGHEST_VLAN}`);
  const number = part('v_lan_id', unlessBlank(value.v_lan_id, readNumber));
  if (!number.ok) return number;
  const id = part('id', unlessBlank(value.id, readCount));
  if (!id.ok) return id;
  return fine({ name: name.value, enable_dhcp_on_v_lan: dhcp.value, v_lan_id: number.value, id: id.value });
}
