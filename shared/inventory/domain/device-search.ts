import { versionSortKey } from '../../platform/values/firmware-version.js';
import { canonicalMac, compactMac, macPart } from '../../platform/values/mac.js';

/** The fields of a device that are searched (docs/interface.md#rout_inventory_list). */
export interface SearchedFields {
  readonly name: string;
  readonly macId: string;
  readonly routerSerialNumber: string;
  readonly firmwareVersion: string;
  readonly networkName: string;
  readonly hpName: string;
  readonly tagNames: readonly string[];
}

const MAX_WORDS = 16;
const LONGEST_WORD = 64;
const LONGEST_SEARCH = 4096;
const MAC_IN_TEXT = /[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}/g;

/**
 * Removes the differences that a search ignores: case and the ways to compose a letter. Stored texts and searches are
 * both folded, independently of any language setting. Changing case three times maps all forms of a letter to one (and
 * makes ß and ẞ ss); dotted, dotless and plain i become the same, and so do the two small sigmas. Folding is idempotent.
 */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

function compactMacsIn(text: string): string[] {
  return (text.match(MAC_IN_TEXT) ?? []).map(compactMac);
}

/**
 * Builds the text that is searched: the folded fields, each on lines of its own so that no word matches across two of
 * them. Below each field, the MACs in it are repeated without separators.
 */
export function searchText(fields: SearchedFields): string {
  const texts = [
    fields.name,
    fields.macId,
    fields.routerSerialNumber,
    fields.firmwareVersion,
    fields.networkName,
    fields.hpName,
    ...fields.tagNames,
  ];
  const lines = texts.map((text) => fold(text).trim().replace(/\s+/g, ' ')).filter((line) => line !== '');
  return lines.flatMap((line) => [line, ...compactMacsIn(line)]).join('\n');
}

/**
 * Splits a search into folded words, each once. A whole MAC in any notation becomes its compact form, which the search
 * text always contains. Anything beyond 16 words of 64 characters is ignored, which can only widen the result.
 */
export function searchWords(search: string): string[] {
  const words = fold(search.slice(0, LONGEST_SEARCH))
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (canonicalMac(word) === null ? word : compactMac(word)))
    .map((word) => Array.from(word).slice(0, LONGEST_WORD).join(''));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** The spellings of a word from searchWords of which a text must contain one. They have the same trigrams. */
export function spellingsOf(word: string): string[] {
  const part = macPart(word);
  return part === null ? [word] : [word, part];
}

/** Whether the text from searchText contains every word from searchWords. */
export function matchesWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => spellingsOf(word).some((spelling) => text.includes(spelling)));
}

/**
 * The index holds texts as trigrams, which narrow a search to few devices before their texts decide. Separators are
 * removed on both sides, so that one trigram serves every notation of a MAC and a third fewer are stored.
 */
const SEPARATORS = /[:.\-_]/g;
const LENGTH = 3;

export function withoutSeparators(text: string): string {
  return text.replace(SEPARATORS, '');
}

function compactWords(text: string): string[][] {
  return withoutSeparators(text)
    .split(/\s+/)
    .map((word) => Array.from(word))
    .filter((word) => word.length > 0);
}

function* pieces(word: readonly string[]): Generator<string> {
  for (let at = 0; at + LENGTH <= word.length; at += 1) yield word.slice(at, at + LENGTH).join('');
}

/**
 * The trigrams of a search text, each once, by code points. The last two characters of every word are added, so that
 * a search for two characters finds them at the end of a word too.
 */
export function gramsOfText(text: string): string[] {
  const found = new Set<string>();
  for (const word of compactWords(text)) {
    for (const piece of pieces(word)) found.add(piece);
    found.add(word.slice(1 - LENGTH).join(''));
  }
  return [...found];
}

/** How the index of trigrams finds the texts that may contain a word. */
export type Lookup =
  | { readonly kind: 'all'; readonly grams: readonly string[] }
  | { readonly kind: 'beginning'; readonly with: string }
  | { readonly kind: 'none' };

/**
 * Looks up a word of three or more characters by all its trigrams, and one of two by the trigrams that begin with it.
 * A single character, or a word of separators only, would read most of the index and is not looked up. A lookup misses
 * no text that contains the word, but may find others.
 */
export function lookupOf(word: string): Lookup {
  const [characters] = compactWords(word);
  if (!characters || characters.length === 1) return { kind: 'none' };
  if (characters.length < LENGTH) return { kind: 'beginning', with: characters.join('') };
  return { kind: 'all', grams: [...new Set(pieces(characters))] };
}

/** The fields of a device that lists search and sort by. */
export interface SearchableDevice {
  readonly id: number;
  readonly macId: string;
  readonly name: string;
  readonly routerSerialNumber: string;
  readonly firmwareVersion: string;
  readonly networkName: string | null;
  readonly hpName: string;
  readonly tagNames: readonly string[];
  readonly activatedOn: Date | null;
}

const SEPARATOR = '\u0000';
const ID_DIGITS = 16;

/** The sort key of a folded value. It ends with the id, so that keys are unique and one index range finds the next page. */
export function keyOf(foldedValue: string, id: number): string {
  return `${foldedValue}${SEPARATOR}${String(id).padStart(ID_DIGITS, '0')}`;
}

/** The folded value in a sort key. */
export function valueOf(key: string): string {
  return key.slice(0, -(ID_DIGITS + SEPARATOR.length));
}

function sortKey(value: string, id: number): string {
  return keyOf(fold(value), id);
}

/** The sort value of a version, in the order of versions. Versions that differ in case only have the same. */
export function versionValue(version: string): string {
  return versionSortKey(fold(version));
}

/** The sort key of a time; a missing one sorts first. */
export function timeSortKey(at: Date | null, id: number): string {
  return sortKey(at === null ? '' : at.toISOString(), id);
}

/** Derives what is stored beside a device's fields. It must be written whenever one of them changes. */
export function deriveDevice(device: SearchableDevice) {
  const text = searchText({ ...device, networkName: device.networkName ?? '' });
  return {
    searchText: text,
    trigrams: gramsOfText(text),
    sort: {
      name: sortKey(device.name, device.id),
      routerSerialNumber: sortKey(device.routerSerialNumber, device.id),
      firmwareVersion: keyOf(versionValue(device.firmwareVersion), device.id),
      networkName: sortKey(device.networkName ?? '', device.id),
      hpName: sortKey(device.hpName, device.id),
      activatedOn: timeSortKey(device.activatedOn, device.id),
    },
  };
}
