/** What a sample of the inventory says about a search: of `inScope` sampled devices that the caller may see, `hits` match. */
export interface SampledSearch {
  /** Devices of the organisation. */
  readonly devices: number;
  readonly sampled: number;
  readonly inScope: number;
  readonly hits: number;
}

/**
 * How a page of hits is found:
 * - scope: all devices in scope are few, so all are looked at;
 * - walk: hits are frequent, so the order is walked, over at most `rows` devices in scope;
 * - lookup: hits are rare, so the index of text pieces finds them all and they are sorted.
 */
export type SearchPlan =
  { readonly kind: 'scope' } | { readonly kind: 'walk'; readonly rows: number } | { readonly kind: 'lookup' };

/** So many devices are looked at sooner than anything else is found out about them. */
export const FEW_DEVICES = 2000;
/** So many hits in a sample say that hits are frequent; fewer say nothing, except that they are rare. */
const FREQUENT = 8;
/** A walk goes on for this many times the distance at which hits are expected, then gives up: they may all sort late. */
const PATIENCE = 4;

/** Chooses by estimate; every plan gives the same answer, only at another price. */
export function planSearch({ devices, sampled, inScope, hits }: SampledSearch, limit: number): SearchPlan {
  const devicesInScope = sampled === 0 ? devices : (devices * inScope) / sampled;
  if (devicesInScope <= FEW_DEVICES || (sampled > 0 && inScope < FREQUENT)) return { kind: 'scope' };
  if (hits < FREQUENT) return { kind: 'lookup' };
  return { kind: 'walk', rows: FEW_DEVICES / 2 + Math.ceil((PATIENCE * limit * inScope) / hits) };
}

/** A hit that is looked up is read, tested and sorted; one that is walked over is only read and tested. */
const LOOKUP_COST = 2;

/** Whether it is cheaper to walk over the hits before a far page than to look up all hits and sort them. */
export function walksToOffset({ devices, sampled, inScope, hits }: SampledSearch, end: number): boolean {
  if (hits === 0) return false;
  return (end * inScope) / hits < (LOOKUP_COST * devices * hits) / sampled;
}
