import type { FleetEntries, SectionName } from '../domain/entries.js';
import type { FleetDeps } from '../operations/fleet-deps.js';
import type { KnownReferences } from '../operations/known.js';

/** What came of the records of a section; the others were so already. */
export interface Counts {
  readonly added: number;
  readonly changed: number;
}

export interface Writing {
  readonly deps: FleetDeps;
  readonly known: KnownReferences;
  /** The time of the whole import, for everything that is new. */
  readonly at: Date;
}

/** Brings what is stored to at most 1,000 records of a section that were found right. */
export type WriteSection<Name extends SectionName> = (
  writing: Writing,
  entries: readonly FleetEntries[Name][],
) => Promise<Counts>;

export function countsOf(upserted: { inserted: readonly unknown[]; changed: readonly unknown[] }): Counts {
  return { added: upserted.inserted.length, changed: upserted.changed.length };
}

/** The entries by their key, to build each record from. */
export function byKey<Key, Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => Key,
): (key: Key) => Entry {
  const map = new Map(entries.map((entry) => [keyOf(entry), entry]));
  return (key) => {
    const entry = map.get(key);
    if (entry === undefined) throw new Error(`No entry has the key ${String(key)}`);
    return entry;
  };
}
