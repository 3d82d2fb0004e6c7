import type { Scope } from '../domain/access.js';
import { planSearch, type SampledSearch, type SearchPlan } from '../domain/search-plan.js';
import type { DeviceSamples } from './device-samples.js';
import { lookupFilter, searchFilter, type DeviceFilter } from './search-filter.js';

/** A search with all that is known before the database is asked. */
export interface PlannedSearch {
  /** What decides whether a device is a hit. */
  readonly filter: DeviceFilter;
  /** What finds candidates by the index of text pieces; null when nothing can be looked up. */
  readonly lookup: DeviceFilter | null;
  readonly sampled: SampledSearch;
  readonly plan: (limit: number) => SearchPlan;
}

/** The name of the index of text pieces: a query that is to use it must say so, or the order is walked instead. */
export const LOOKUP_INDEX = 'organisation_trigrams';

/** No round trip unless the sample is old. */
export async function planOf(
  samples: DeviceSamples,
  scope: Scope,
  words: readonly string[],
): Promise<PlannedSearch> {
  const sample = await samples.of(scope.organisationId);
  const sampled = sample.estimate(scope, words);
  return {
    filter: searchFilter(scope, words),
    lookup: lookupFilter(words, (gram) => sample.frequency(gram)),
    sampled,
    plan: (limit) => planSearch(sampled, limit),
  };
}
