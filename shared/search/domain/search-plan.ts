/** What a sample of an organisation's devices says about a search by a caller. */
export interface SampledSearch {
  /** Devices of the organisation. */
  readonly devices: number;
  /** How many of them were sampled; 0 when there are so few that nothing needs to be known. */
  readonly sampled: number;
  /** How many of the sampled the caller may see. */
  readonly inScope: number;
  /** How many of the sampled match the words. */
  readonly candidates: number;
  /** How many do both. */
  readonly hits: number;
}

/** What is possible at all. */
export interface SearchPaths {
  /** Whether the index of networks leads to the devices in scope. */
  readonly scope: boolean;
  /** Whether the index of text pieces leads to the devices that may match. */
  readonly lookup: boolean;
  /** Whether the order can be walked among the devices in scope alone, rather than among all of the organisation. */
  readonly walkInScope: boolean;
}

/**
 * How all hits are read:
 * - order: the whole order is walked;
 * - scope: all devices in scope are read and sorted;
 * - lookup: all devices that may match are looked up and sorted.
 */
export type FullRead = 'order' | 'scope' | 'lookup';

export interface SearchPlan {
  /** Over how many devices the order is walked first, because hits are frequent; 0 for not at all. */
  readonly walk: number;
  /** What is done without a walk, or when it met too few hits: those there are may all come late in the order. */
  readonly read: FullRead;
}

/** An organisation is not sampled up to this size. */
export const FEW_DEVICES = 2000;
/** So many hits in a sample say that hits are frequent; fewer say nothing, except that they are rare. */
const FREQUENT = 8;
/** A walk goes on for so many times the distance at which the last hit is expected, and this much further. */
const PATIENCE = 4;
const LEAST_WALK = 1000;
/** What is looked up or read by network is read in no order, and sorted. */
const UNORDERED_COST = 2;

/** Chooses by estimate; every plan gives the same answer, only at another price. */
export function planSearch(sample: SampledSearch, paths: SearchPaths, limit: number): SearchPlan {
  const read = cheapestRead(sample, paths);
  if (sample.sampled === 0 || sample.hits < FREQUENT) return { walk: 0, read };
  const distance = (limit * (paths.walkInScope ? sample.inScope : sample.sampled)) / sample.hits;
  if (distance >= costOf(read, sample)) return { walk: 0, read };
  return { walk: LEAST_WALK + Math.ceil(PATIENCE * distance), read };
}

/** How all hits are come by at the lowest price, in whatever order. */
export function cheapestRead(sample: SampledSearch, paths: SearchPaths): FullRead {
  const possible: FullRead[] = ['order'];
  if (paths.scope) possible.push('scope');
  if (paths.lookup) possible.push('lookup');
  if (sample.sampled === 0) return 'order';
  return possible.reduce((one, other) => (costOf(other, sample) < costOf(one, sample) ? other : one));
}

/** In devices read. A sample without any stands for less than one of its size. */
function costOf(read: FullRead, { devices, sampled, inScope, candidates }: SampledSearch): number {
  if (read === 'order') return devices;
  const found = read === 'scope' ? inScope : candidates;
  return (UNORDERED_COST * devices * Math.max(found, 0.5)) / sampled;
}
