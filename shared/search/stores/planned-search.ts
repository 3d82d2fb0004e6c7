import type { Scope } from '../../access/domain/access.js';
import { escapeRegExp, lookupOf } from '../../inventory/domain/device-search.js';
import { deviceScope } from '../../inventory/stores/device-scope.js';
import { cheapestRead, planSearch, type FullRead, type SearchPlan } from '../domain/search-plan.js';
import type { DeviceSamples } from './device-samples.js';
import type { DeviceFilter } from './key-order.js';

/** A search with everything that is known before the database is asked. */
export interface PlannedSearch {
  /** Decides whether a device is a hit. */
  readonly filter: DeviceFilter;
  /** Plans a page that ends at the hit number `end`. */
  readonly plan: (end: number) => SearchPlan;
  readonly cheapest: () => FullRead;
  /** The filter and the index for a full read; null for the index of the order itself. */
  readonly access: (read: FullRead) => { filter: DeviceFilter; index: string | null };
}

/** `walkInScope`: see SearchPaths. */
export async function planOf(
  samples: DeviceSamples,
  scope: Scope,
  words: readonly string[],
  walkInScope: boolean,
): Promise<PlannedSearch> {
  const sample = await samples.of(scope.organisationId);
  const sampled = sample.estimate(scope, words);
  const found = words.map((word) => ({ searchText: pattern(word) }));
  const filter = { ...deviceScope(scope), ...(found.length > 0 ? { $and: found } : {}) };
  const lookup = lookupFilter(words, (gram) => sample.frequency(gram));
  const paths = { scope: scope.networkIds !== 'all', lookup: lookup !== null, walkInScope };
  return {
    filter,
    plan: (end) => planSearch(sampled, paths, end),
    cheapest: () => cheapestRead(sampled, paths),
    access: (read) => {
      if (read === 'scope') return { filter, index: 'network_id' };
      if (read === 'lookup') return { filter: { ...filter, ...lookup }, index: 'organisation_trigrams' };
      return { filter, index: null };
    },
  };
}

function pattern(word: string, before = ''): { $regex: string } {
  return { $regex: before + escapeRegExp(word) };
}

/** More pieces than this cost more to look up than they rule out. */
const MAX_GRAMS = 2;
/** A long search has enough rare pieces among its first ones. */
const MAX_CANDIDATES = 32;

/** Asks the index for the rarest pieces of all words, by their frequency in a sample. Null when no word can be looked up. */
function lookupFilter(words: readonly string[], frequency: (gram: string) => number): DeviceFilter | null {
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
