import type { UpgradeList } from './upgrade-list.js';

const MAX_SHOWN = 100;
const MAX_EXAMPLES = 10;

/** What joined and left, of one group. */
export interface Moved {
  joined: number;
  left: number;
}

type Groups<Name extends string> = {
  readonly largest: (Moved & Readonly<Record<Name, string>>)[];
  readonly rest: Moved;
};

/** How the devices to upgrade differ from those of the latest preview, under the names of the API. */
export interface Drift extends Readonly<Moved> {
  readonly by_part: Groups<'part'>;
  readonly by_version: Groups<'version'>;
}

export interface Comparison {
  readonly drift: Drift;
  /** The first changed devices, by id. */
  readonly examples: { readonly id: number; readonly change: 'joined' | 'left' }[];
}

/**
 * Compares two sorted lists in one pass (docs/rollouts.md#drift-1). A device in both whose part or version differs has
 * left with the old and joined with the new ones.
 */
export function compareLists(before: UpgradeList, now: UpgradeList): Comparison {
  const total: Moved = { joined: 0, left: 0 };
  const [byPart, byVersion] = [new Map<string, Moved>(), new Map<string, Moved>()];
  const examples: Comparison['examples'] = [];
  const add = (list: UpgradeList, at: number, change: 'joined' | 'left'): void => {
    total[change] += 1;
    countIn(byPart, list.partAt(at))[change] += 1;
    countIn(byVersion, list.versionAt(at))[change] += 1;
    if (examples.length < MAX_EXAMPLES) examples.push({ id: list.idAt(at), change });
  };
  for (let [old, fresh] = [0, 0]; old < before.length || fresh < now.length;) {
    const [oldId, newId] = [
      old < before.length ? before.idAt(old) : Infinity,
      fresh < now.length ? now.idAt(fresh) : Infinity,
    ];
    const isSame =
      oldId === newId &&
      before.partAt(old) === now.partAt(fresh) &&
      before.versionAt(old) === now.versionAt(fresh);
    if (oldId <= newId && !isSame) add(before, old, 'left');
    if (newId <= oldId && !isSame) add(now, fresh, 'joined');
    if (oldId <= newId) old += 1;
    if (newId <= oldId) fresh += 1;
  }
  const drift = { ...total, by_part: groupsOf(byPart, 'part'), by_version: groupsOf(byVersion, 'version') };
  return { drift, examples };
}

function countIn(counts: Map<string, Moved>, name: string): Moved {
  const found = counts.get(name) ?? { joined: 0, left: 0 };
  counts.set(name, found);
  return found;
}

function groupsOf<Name extends string>(counts: ReadonlyMap<string, Moved>, name: Name): Groups<Name> {
  const size = ({ joined, left }: Moved): number => joined + left;
  const sorted = [...counts].sort(([a, one], [b, other]) => size(other) - size(one) || (a < b ? -1 : 1));
  const rest = sorted.slice(MAX_SHOWN).map(([, moved]) => moved);
  return {
    largest: sorted
      .slice(0, MAX_SHOWN)
      .map(([group, moved]) => ({ [name]: group, ...moved }) as Groups<Name>['largest'][number]),
    rest: {
      joined: rest.reduce((sum, { joined }) => sum + joined, 0),
      left: rest.reduce((sum, { left }) => sum + left, 0),
    },
  };
}
