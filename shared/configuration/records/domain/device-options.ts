import { optionRefusal } from './option-names.js';

/** Options of the software of a device that airfleet does not know, as text by name. */
export interface DeviceOptions {
  hostapd: Record<string, string>;
  uci: Record<string, string>;
}

/** What was read, and the problems of the rest, each with what it follows: the path within the options. */
export interface ReadOptions {
  /** Null when there are none. */
  readonly options: DeviceOptions | null;
  readonly problems: ReadonlyMap<string, string>;
}

const MAX_OPTIONS = 32;
const OPTION_NAME = /^[a-z0-9_]{1,64}$/;
// No control characters, line ends, surrogates or unassigned characters.
const OPTION_VALUE = /^[^\p{C}\p{Zl}\p{Zp}]{1,256}$/u;

/** Reads options for hostapd and for UCI; blank ones are not set. */
export function readOptions(value: unknown): ReadOptions {
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
  if (all.length > MAX_OPTIONS) problems.set(`.${set}`, ` must have at most ${MAX_OPTIONS} options`);
  else if (Object.keys(sent).some((name) => !OPTION_NAME.test(name)))
    problems.set(`.${set}`, ' must have names of 1 to 64 characters of a-z and 0-9 and _');
  if (all.length > MAX_OPTIONS) return {};
  for (const [name, value] of all.sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (!OPTION_NAME.test(name)) continue;
    const text = typeof value === 'number' ? String(value) : value;
    const isText = typeof text === 'string' && OPTION_VALUE.test(text);
    const refusal = optionRefusal(name);
    if (!isText) problems.set(`.${set}.${name}`, ' must be text of 1 to 256 printable characters');
    else if (refusal !== null) problems.set(`.${set}.${name}`, ` ${refusal}`);
    else entries.push([name, text]);
  }
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Forms send an empty text where JSON has null. */
function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** The lines of documents: texts `name=value`, by name. */
export interface OptionLines {
  readonly hostapd: readonly string[];
  readonly uci: readonly string[];
}

export function optionLines(options: DeviceOptions | null | undefined): OptionLines {
  return { hostapd: linesOf(options?.hostapd), uci: linesOf(options?.uci) };
}

function linesOf(options: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .sort();
}
