import { readOptions } from '../../configuration/records/domain/device-options.js';
import { isObject } from './ssid-lists.js';
import { isBlank, readInteger, readIpv4, readSsidFlag, type Read } from './ssid-values.js';
import { EXTRA_NAMES, noExtras, type ExtraName, type SsidExtras } from './ssid-extras.js';

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
