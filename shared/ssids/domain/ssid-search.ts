import { fold, gramsOfText, lookupOf } from '../../inventory/domain/device-search.js';
import { escapeRegExp } from '../../platform/values/escape-regexp.js';

/** What is stored beside the name of an SSID to find it. It must be written whenever the name changes. */
export interface SsidSearch {
  searchText: string;
  trigrams: string[];
}

export function deriveSsid(ssidName: string): SsidSearch {
  const searchText = fold(ssidName);
  return { searchText, trigrams: gramsOfText(searchText) };
}

/** More trigrams than this cost more to look up than they rule out. */
const MAX_GRAMS = 4;

/**
 * The condition on trigrams that every name with these words meets, for words from searchWords. Null when every word is a
 * single character, which the trigrams do not find.
 */
export function ssidLookup(words: readonly string[]): { $all: string[] } | { $regex: string } | null {
  const lookups = words.map(lookupOf);
  const grams = lookups.flatMap((lookup) => (lookup.kind === 'all' ? lookup.grams : []));
  if (grams.length > 0) return { $all: [...new Set(grams)].slice(0, MAX_GRAMS) };
  const beginning = lookups.find((lookup) => lookup.kind === 'beginning');
  return beginning ? { $regex: `^${escapeRegExp(beginning.with)}` } : null;
}
