import type { Scope } from '../../access/domain/access.js';
import { lookupOf } from '../../inventory/domain/device-search.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { ANY_DEVICE, matchedFields, type DeviceMatch } from '../domain/device-match.js';
import type { DeviceSamples, SampledSearch } from './device-samples.js';
import type { DeviceQuery } from './key-order.js';
import { escapeRegExp } from '../../platform/values/escape-regexp.js';

/** The indexes that a search can use. */
export interface SearchPaths {
  /** Whether the index of networks leads to the devices in scope. */
  readonly scope: boolean;
  /** Whether the index of trigrams leads to the devices that may match. */
  readonly lookup: boolean;
  /** Whether the index of the order holds the devices in scope alone, and not all of the organisation. */
  readonly walkInScope: boolean;
}

/**
 * How all hits are read:
 * - order: walk the whole index of the order;
 * - scope: read and sort all devices in scope;
 * - lookup: look up and sort all devices that may match;
 * - a number: read and sort all devices with that value of the match.
 */
export type FullRead = 'order' | 'scope' | 'lookup' | number;

export interface SearchPlan {
  /** How many devices to examine in the index of the order first, because hits are frequent; 0 for none. */
  readonly walk: number;
  /** What follows without a walk, or after one that found too few hits: all hits may come late in the order. */
  readonly read: FullRead;
}

/** A sample with this many hits shows that hits are frequent. */
const FREQUENT = 8;
/** A walk covers this many times the distance to the last expected hit, plus a minimum. */
const WALK_FACTOR = 4;
const MIN_WALK = 1000;
/** Devices read by lookup or by network come unordered and are sorted. */
const UNORDERED_COST = 2;

/** Chooses by estimate. Every plan gives the same answer, at a different cost. */
function planSearch(sample: SampledSearch, paths: SearchPaths, limit: number): SearchPlan {
  const read = cheapestRead(sample, paths);
  if (sample.sampled === 0 || sample.hits < FREQUENT) return { walk: 0, read };
  const distance = (limit * (paths.walkInScope ? sample.inScope : sample.sampled)) / sample.hits;
  if (distance >= costOf(read, sample)) return { walk: 0, read };
  return { walk: MIN_WALK + Math.ceil(WALK_FACTOR * distance), read };
}

/** Picks the cheapest way to read every hit; the order does not matter. */
function cheapestRead(sample: SampledSearch, paths: SearchPaths): FullRead {
  const possible: FullRead[] = ['order'];
  if (paths.scope) possible.push('scope');
  if (paths.lookup) possible.push('lookup');
  if (sample.sampled === 0) return 'order';
  possible.push(...sample.matching.keys());
  return possible.reduce((one, other) => (costOf(other, sample) < costOf(one, sample) ? other : one));
}

/** In devices read. A sample without such devices counts as half a device. */
function costOf(read: FullRead, { devices, sampled, inScope, candidates, matching }: SampledSearch): number {
  if (read === 'order') return devices;
  const found = typeof read === 'number' ? (matching[read] ?? 0) : read === 'scope' ? inScope : candidates;
  return (UNORDERED_COST * devices * Math.max(found, 0.5)) / sampled;
}

/** A search with everything that is known before the database is asked. */
export interface PlannedSearch {
  /** Decides whether a device is a hit. */
  readonly filter: DeviceQuery;
  /** Plans a page that ends at the hit number `end`. */
  readonly plan: (end: number) => SearchPlan;
  readonly cheapest: () => FullRead;
  /** The filter and the index for a full read; null for the index of the order itself. */
  readonly access: (read: FullRead) => { filter: DeviceQuery; index: string | null };
}

/** `walkInScope`: see SearchPaths. */
export async function planOf(
  samples: DeviceSamples,
  scope: Scope,
  words: readonly string[],
  walkInScope: boolean,
  match: DeviceMatch = ANY_DEVICE,
): Promise<PlannedSearch> {
  const sample = await samples.of(scope.organisationId);
  const fields = matchedFields(match);
  const sampled = sample.estimate(scope, words, fields);
  const found = [
    ...words.map((word) => ({ searchText: pattern(word) })),
    ...fields.map((field) => field.filter),
  ];
  const filter = { ...deviceScope(scope), ...(found.length > 0 ? { $and: found } : {}) };
  const lookup = lookupFilter(words, (gram) => sample.frequency(gram));
  const paths = { scope: scope.networkIds !== 'all', lookup: lookup !== null, walkInScope };
  return {
    filter,
    plan: (end) => planSearch(sampled, paths, end),
    cheapest: () => cheapestRead(sampled, paths),
    access: (read) => {
      if (typeof read === 'number') return { filter, index: fields[read]?.index ?? null };
      if (read === 'scope') return { filter, index: 'network_id' };
      if (read === 'lookup') return { filter: { ...filter, ...lookup }, index: 'organisation_trigrams' };
      return { filter, index: null };
    },
  };
}

function pattern(word: string, before = ''): { $regex: string } {
  return { $regex: before + escapeRegExp(word) };
}

/** More trigrams than this cost more to look up than they rule out. */
const MAX_GRAMS = 2;
/** A long search has enough rare trigrams among its first ones. */
const MAX_CANDIDATES = 32;

/** Looks up the rarest trigrams of all words, by their frequency in a sample. Null when no word can be looked up. */
function lookupFilter(words: readonly string[], frequency: (gram: string) => number): DeviceQuery | null {
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
