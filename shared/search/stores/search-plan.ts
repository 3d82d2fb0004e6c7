import type { Scope } from '../../access/domain/access.js';
import { lookupOf, spellingsOf } from '../../inventory/domain/device-search.js';
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
  readonly orderInScope: boolean;
}

/**
 * How all hits are read:
 * - order: walk the index of the order, at worst to its end;
 * - scope: read and sort all devices in scope;
 * - lookup: look up and sort all devices that may match;
 * - a number: read and sort all devices with that value of the match.
 */
export type FullRead = 'order' | 'scope' | 'lookup' | number;

export interface SearchPlan {
  /** How many devices to examine in the index of the order first, because hits are frequent; 0 for none. */
  readonly walk: number;
  /** After how many devices in the order the last hit of the page is expected; more than there are when none is. */
  readonly distance: number;
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
  const among = paths.orderInScope ? sample.inScope : sample.sampled;
  const distance = (limit * Math.max(among, 0.5)) / Math.max(sample.hits, 0.5);
  // A read of the order ends as early as a walk of it.
  const isWalked = sample.hits >= FREQUENT && read !== 'order' && distance < costOf(read, sample, paths);
  return { walk: isWalked ? MIN_WALK + Math.ceil(WALK_FACTOR * distance) : 0, distance, read };
}

/** Picks the read that is the cheapest when it reads every hit. */
function cheapestRead(sample: SampledSearch, paths: SearchPaths): FullRead {
  return leastOf(sample, paths, (read) => costOf(read, sample, paths));
}

function leastOf(
  { sampled, matching }: SampledSearch,
  { scope, lookup }: SearchPaths,
  cost: (read: FullRead) => number,
): FullRead {
  if (sampled === 0) return 'order';
  const possible: FullRead[] = ['order', ...matching.keys()];
  if (scope) possible.push('scope');
  if (lookup) possible.push('lookup');
  return possible.reduce((one, other) => (cost(other) < cost(one) ? other : one));
}

/** In devices read, of which those that come unordered are sorted. */
function costOf(read: FullRead, sample: SampledSearch, { orderInScope }: SearchPaths): number {
  if (read === 'order' && orderInScope) return devicesOf('scope', sample);
  return (read === 'order' ? 1 : UNORDERED_COST) * devicesOf(read, sample);
}

/** How many devices a read leads to. A sample without such devices counts as half a device. */
function devicesOf(
  read: FullRead,
  { devices, sampled, inScope, candidates, matching }: SampledSearch,
): number {
  if (read === 'order') return devices;
  const found = typeof read === 'number' ? (matching[read] ?? 0) : read === 'scope' ? inScope : candidates;
  return (devices * Math.max(found, 0.5)) / sampled;
}

/** How the hits of a search are read, all of them or the first in an order. */
export interface SearchAccess {
  /** The devices that the index leads to. */
  readonly range: DeviceQuery;
  /** The hits among them. */
  readonly filter: DeviceQuery;
  readonly index: string;
  /** Whether every device of the range is a hit, or has at least the trigrams of one. */
  readonly isDense: boolean;
}

/** A search with everything that is known before the database is asked. */
export interface PlannedSearch {
  /** Decides whether a device is a hit. */
  readonly filter: DeviceQuery;
  /** Plans a page that ends at the hit number `end`. */
  readonly plan: (end: number) => SearchPlan;
  /** The cheapest read of all hits. */
  readonly cheapest: () => FullRead;
  /** The read that leads to the fewest devices, for those of which the order does not matter. */
  readonly narrowest: () => FullRead;
  /** @param orderIndex that of the whole organisation, for a read of the order */
  readonly access: (read: FullRead, orderIndex: string) => SearchAccess;
}

/** @param orderInScope see SearchPaths */
export async function planOf(
  samples: DeviceSamples,
  scope: Scope,
  words: readonly string[],
  orderInScope: boolean,
  match: DeviceMatch = ANY_DEVICE,
): Promise<PlannedSearch> {
  const sample = await samples.of(scope.organisationId);
  const { organisationId, networkIds, unassigned } = scope;
  const fields = matchedFields(match);
  const sampled = sample.estimate(scope, words, fields);
  const found = [
    ...words.map((word) => ({ searchText: pattern(word) })),
    ...fields.map((field) => field.filter),
  ];
  const inScope = deviceScope(scope);
  const filter = { ...inScope, ...(found.length > 0 ? { $and: found } : {}) };
  const lookup = lookupFilter(words, (gram) => sample.frequency(gram));
  const paths = { scope: networkIds !== 'all', lookup: lookup !== null, orderInScope };
  const isWhole = networkIds === 'all' && unassigned;
  const rangeOf = (read: FullRead): DeviceQuery => {
    if (read === 'scope') return inScope;
    if (read === 'order') return { organisationId };
    return { organisationId, ...(typeof read === 'number' ? fields[read]?.filter : lookup) };
  };
  const indexOf = (read: FullRead, orderIndex: string): string => {
    if (typeof read === 'number') return fields[read]?.index ?? orderIndex;
    if (read === 'order') return orderIndex;
    return read === 'scope' ? 'network_id' : 'organisation_trigrams';
  };
  return {
    filter,
    plan: (end) => planSearch(sampled, paths, end),
    cheapest: () => cheapestRead(sampled, paths),
    narrowest: () => leastOf(sampled, paths, (read) => devicesOf(read, sampled)),
    access: (read, orderIndex) => {
      const range = rangeOf(read);
      const index = indexOf(read, orderIndex);
      if (read === 'lookup')
        return { range, filter: { ...filter, ...lookup }, index, isDense: isWhole && fields.length === 0 };
      const isDense = isWhole && typeof read === 'number' && found.length === 1;
      return { range, filter: isDense ? range : filter, index, isDense };
    },
  };
}

function pattern(word: string, before = ''): { $regex: string } {
  return {
    $regex: spellingsOf(word)
      .map((spelling) => before + escapeRegExp(spelling))
      .join('|'),
  };
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
