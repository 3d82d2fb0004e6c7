import type { QueryFilter } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import { escapeRegExp } from '../../inventory/domain/device-search.js';
import { lookupOf } from '../../inventory/domain/search-grams.js';
import type { DeviceRecord } from '../../inventory/models/device.js';
import { deviceScope } from '../../inventory/stores/device-scope.js';

export type DeviceFilter = QueryFilter<DeviceRecord>;

/** What selects the devices in scope whose search text holds every word: this alone decides. */
export function searchFilter(scope: Scope, words: readonly string[]): DeviceFilter {
  if (words.length === 0) return deviceScope(scope);
  return { ...deviceScope(scope), $and: words.map((word) => ({ searchText: pattern(word) })) };
}

function pattern(word: string, before = ''): { $regex: string } {
  return { $regex: before + escapeRegExp(word) };
}

/** More pieces than this cost more to look up than they rule out. */
const MAX_GRAMS = 2;
/** Pieces whose frequency is looked at: a long search has enough rare ones among these. */
const MAX_CANDIDATES = 32;

/**
 * What the index of text pieces is asked for beside the filter: the rarest pieces of all words, by their frequency
 * in a sample. Null when no word can be looked up.
 */
export function lookupFilter(
  words: readonly string[],
  frequency: (gram: string) => number,
): DeviceFilter | null {
  const lookups = words.map(lookupOf);
  const grams = lookups.flatMap((lookup) => (lookup.kind === 'all' ? lookup.grams : []));
  if (grams.length > 0) {
    const counted = [...new Set(grams)]
      .slice(0, MAX_CANDIDATES)
      .map((gram) => [gram, frequency(gram)] as const);
    const rarest = counted.sort(([, one], [, other]) => one - other).slice(0, MAX_GRAMS);
    return { trigrams: { $all: rarest.map(([gram]) => gram) } };
  }
  for (const lookup of lookups) {
    if (lookup.kind === 'beginning') return { trigrams: pattern(lookup.with, '^') };
  }
  return null;
}
