import type { Scope } from '../../access/domain/access.js';
import { cheapestRead, planSearch, type FullRead, type SearchPlan } from '../domain/search-plan.js';
import type { DeviceSamples } from './device-samples.js';
import { lookupFilter, searchFilter, type DeviceFilter } from './search-filter.js';

/** A search with all that is known before the database is asked. */
export interface PlannedSearch {
  /** What decides whether a device is a hit. */
  readonly filter: DeviceFilter;
  /** How a page up to the hit number `end` is found. */
  readonly plan: (end: number) => SearchPlan;
  /** How to find all hits at the lowest price. */
  readonly cheapest: () => FullRead;
  /** The filter and the index for a full read; null for the index of the order itself. */
  readonly access: (read: FullRead) => { filter: DeviceFilter; index: string | null };
}

/** No round trip unless the sample is old. `walkInScope`: see SearchPaths. */
export async function planOf(
  samples: DeviceSamples,
  scope: Scope,
  words: readonly string[],
  walkInScope: boolean,
): Promise<PlannedSearch> {
  const sample = await samples.of(scope.organisationId);
  const sampled = sample.estimate(scope, words);
  const filter = searchFilter(scope, words);
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
