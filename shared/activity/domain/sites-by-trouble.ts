/** The devices of a network when they were last counted. */
export interface CountedSite {
  readonly networkId: number;
  readonly up: number;
  readonly down: number;
  readonly neverHeard: number;
}

type States = Pick<CountedSite, 'up' | 'down' | 'neverHeard'>;

/** The share of devices that are down; a device that was never heard is not down. */
export function downShareOf({ up, down, neverHeard }: States): number {
  const all = up + down + neverHeard;
  return all === 0 ? 0 : down / all;
}

/** The largest share of devices down first, then the most devices down: the order of the index `organisation_trouble`. */
export function byTrouble(one: CountedSite, other: CountedSite): number {
  return downShareOf(other) - downShareOf(one) || other.down - one.down || one.networkId - other.networkId;
}
