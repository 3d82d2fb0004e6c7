import { isObject } from './ssid-lists.js';
import { optionRefusal } from './option-names.js';
import { fine, isBlank, readInteger, readIpv4, readSsidFlag, wrong, type Read } from './ssid-values.js';
import { EXTRA_NAMES, noExtras, type DeviceOptions, type ExtraName, type SsidExtras } from './ssid-extras.js';

/** The problems of what was read, each with what it follows: the path of a value within the extras. */
export interface ReadExtras {
  readonly extras: SsidExtras;
  readonly problems: ReadonlyMap<string, string>;
}

const READERS: {
  readonly [Name in Exclude<ExtraName, 'options'>]: (value: unknown) => Read<SsidExtras[Name]>;
} = {
  fast_roaming: readSsidFlag,
  neighbor_reports: readSsidFlag,
  bss_transition: readSsidFlag,
  dynamic_vlan: readSsidFlag,
  dtim_period: (value) => readInteger(value, 1, 255, 'a whole number from 1 to 255'),
  dhcp_relay_address: readIpv4,
};

/** Reads the members of an object; those that are blank or missing are not set, and unknown ones are ignored. */
export function readExtras(value: unknown): ReadExtras {
  const problems = new Map<string, string>();
  if (!isObject(value)) return { extras: noExtras(), problems: new Map([['', ' must be an object']]) };
  const read: Record<string, unknown> = { ...noExtras() };
  for (const name of EXTRA_NAMES) {
    const member = Object.hasOwn(value, name) ? value[name] : null;
    if (isBlank(member)) continue;
    if (name === 'options') {
      const { options, problems: ofOptions } = readOptions(member);
      read.options = options;
      for (const [path, problem] of ofOptions) problems.set(`.options${path}`, problem);
      continue;
    }
    const result: Read<unknown> = READERS[name](member);
    if (result.ok) read[name] = result.value;
    else problems.set(`.${name}`, result.problem);
  }
  return { extras: read as unknown as SsidExtras, problems };
}

const MAX_OPTIONS = 32;
const OPTION_NAME = /^[a-z0-9_]{1,64}$/;
// No control characters, line ends, surrogates or unassigned characters.
const OPTION_VALUE = /^[^\p{C}\p{Zl}\p{Zp}]{1,256}$/u;

/** Reads options for hostapd and for UCI; null when there are none. */
function readOptions(value: unknown): {
  readonly options: DeviceOptions | null;
  readonly problems: ReadonlyMap<string, string>;
} {
  const problems = new Map<string, string>();
  if (!isObject(value))
    return { options: null, problems: new Map([['', ' must be an object with hostapd and uci']]) };
  const read = (set: keyof DeviceOptions): Record<string, string> => {
    const sent = Object.hasOwn(value, set) ? value[set] : null;
    if (isBlank(sent)) return {};
    if (!isObject(sent)) problems.set(`.${set}`, ' must be an object of names and values');
    else return readSet(set, sent, problems);
    return {};
  };
  const options = { hostapd: read('hostapd'), uci: read('uci') };
  const count = Object.keys(options.hostapd).length + Object.keys(options.uci).length;
  return { options: count === 0 ? null : options, problems };
}

/** A name that is no name of an option is not repeated in a message. */
function readSet(
  set: string,
  sent: Readonly<Record<string, unknown>>,
  problems: Map<string, string>,
): Record<string, string> {
  const entries: [string, string][] = [];
  const all = Object.entries(sent).filter(([, value]) => !isBlank(value));
  if (all.length > MAX_OPTIONS) {
    problems.set(`.${set}`, ` must have at most ${MAX_OPTIONS} options`);
    return {};
  }
  for (const [name, value] of all.sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (!OPTION_NAME.test(name))
      problems.set(`.${set}`, ' must have names of 1 to 64 characters of a-z and 0-9 and _');
    const refusal = OPTION_NAME.test(name) ? optionRefusal(name) : null;
    if (refusal !== null) problems.set(`.${set}.${name}`, ` ${refusal}`);
    const text = readOption(value);
    if (text.ok) entries.push([name, text.value]);
    else if (OPTION_NAME.test(name)) problems.set(`.${set}.${name}`, text.problem);
  }
  return Object.fromEntries(entries);
}

function readOption(value: unknown): Read<string> {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && OPTION_VALUE.test(text)
    ? fine(text)
    : wrong(' must be text of 1 to 256 printable characters');
}
