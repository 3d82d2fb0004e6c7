import type { SectionName } from '../domain/entries.js';
import { NumberTable } from '../domain/number-table.js';
import type { PartialEntry } from '../domain/read-entry.js';
import type { Faults } from '../operations/faults.js';
import type { FleetDeps } from '../operations/fleet-deps.js';
import type { KnownReferences } from '../operations/known.js';

/** A record and where it stands, `devices[3]`; with only those of its fields that are right by themselves. */
export interface Located<Name extends SectionName> {
  readonly path: string;
  readonly entry: PartialEntry<Name>;
}

/** Looks at some records of a section: whether they fit each other, the rest of the fleet, and what is stored. */
export type CheckSection<Name extends SectionName> = (
  check: Check,
  located: readonly Located<Name>[],
) => Promise<void>;

/** A field of each record that has it: one value of each, or several. */
export function valuesOf<Name extends SectionName, Value>(
  located: readonly Located<Name>[],
  read: (entry: PartialEntry<Name>) => Value | readonly Value[] | null | undefined,
): Value[] {
  const values: Value[] = [];
  for (const { entry } of located) {
    const value = read(entry);
    if (isList(value)) values.push(...value);
    else if (value !== null && value !== undefined) values.push(value);
  }
  return values;
}

function isList<Value>(value: Value | readonly Value[] | null | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** What the check of a fleet has seen so far. */
export class Check {
  private readonly ids = new Map<SectionName, NumberTable>();
  private readonly macs = new Map<SectionName, NumberTable>();
  private readonly keys = new Map<string, Set<string>>();

  constructor(
    readonly deps: FleetDeps,
    readonly known: KnownReferences,
    readonly faults: Faults,
    /** How many records each section has, so that no table has to grow: growing takes the memory of two. */
    private readonly counts: ReadonlyMap<SectionName, number>,
  ) {}

  /** Ids of a section, with the organisation of each record (0 when it has none that can be read). */
  idsOf(section: SectionName): NumberTable {
    return this.tableOf(this.ids, section);
  }

  /** MACs of a section, as numbers. */
  macsOf(section: SectionName): NumberTable {
    return this.tableOf(this.macs, section);
  }

  hasKey(kind: string, key: string): boolean {
    return this.keys.get(kind)?.has(key) ?? false;
  }

  /** Notes another natural key, of sections that are held in memory anyway; false when it is there among its kind. */
  addKey(kind: string, key: string): boolean {
    const keys = this.keys.get(kind) ?? new Set<string>();
    this.keys.set(kind, keys);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  }

  /** Gives back the memory, when the check is over. */
  forget(): void {
    for (const map of [this.ids, this.macs, this.keys]) map.clear();
  }

  private tableOf(tables: Map<SectionName, NumberTable>, section: SectionName): NumberTable {
    const table = tables.get(section) ?? new NumberTable(this.counts.get(section));
    tables.set(section, table);
    return table;
  }
}
