const MAX_SHOWN = 100;

/** The largest groups of a count, and the sum of the rest. */
export interface Largest<Name> {
  readonly largest: { readonly name: Name; readonly count: number }[];
  readonly rest: number;
}

/** The 100 largest groups, equal ones by name. */
export function largestOf<Name extends string | number>(counts: ReadonlyMap<Name, number>): Largest<Name> {
  const sorted = [...counts].sort(
    ([nameA, countA], [nameB, countB]) => countB - countA || (nameA < nameB ? -1 : 1),
  );
  return {
    largest: sorted.slice(0, MAX_SHOWN).map(([name, count]) => ({ name, count })),
    rest: sorted.slice(MAX_SHOWN).reduce((sum, [, count]) => sum + count, 0),
  };
}
