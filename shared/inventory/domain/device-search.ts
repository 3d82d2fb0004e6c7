import { canonicalMac, compactMac } from '../../platform/values/mac.js';

/** The fields of a device that a search looks into (docs/interface.md#rout_inventory_list). */
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
 * Text without the differences that a search ignores: case and the ways to compose a letter. Both what is stored
 * and what is asked for go through it, so it depends on no language setting. To small letters, to capitals and
 * back gives all forms of a letter one (and makes ß and ẞ ss); dotted, dotless and plain i are taken for the
 * same, and so are the two small sigmas. Folding folded text changes nothing.
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
 * The one text that a search looks into: the folded fields, each on lines of its own, and under each field the
 * MACs in it (so under the device's own) once more without separators. No word can match across two fields.
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
 * The folded words of a search, each once. A whole MAC in any notation becomes its compact form, which is in the
 * search text whatever notation a field has. At most 16 words of at most 64 characters are looked for; what is
 * beyond that is ignored, so it can only widen the result.
 */
export function searchWords(search: string): string[] {
  const words = fold(search.slice(0, LONGEST_SEARCH))
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (canonicalMac(word) === null ? word : compactMac(word)))
    .map((word) => Array.from(word).slice(0, LONGEST_WORD).join(''));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** Whether every word is a substring of the text. Both come from the functions above. */
export function matchesWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/**
 * The text as a regular expression that matches exactly it, also inside a larger one. A pattern is a C string in
 * BSON: the one character it cannot hold is written as an escape.
 */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\u0000', '\\x00');
}
