import type { FleetEntries, SectionName } from '../../../domain/fleet/entries.js';
import { NumberTable } from '../../../domain/fleet/number-table.js';
import type { Faults } from '../faults.js';
import type { FleetDeps } from '../fleet-deps.js';
import type { KnownReferences } from '../known.js';

/** A record that is right by itself, and where it stands: `devices[3]`. */
export interface Located<Name extends SectionName> {
  readonly path: string;
  readonly entry: FleetEntries[Name];
}

/** Looks at some records of a section: whether they fit each other, the rest of the fleet, and what is stored. */
export type CheckSection<Name extends SectionName> = (
  check: Check,
  located: readonly Located<Name>[],
) => Promise<void>;

/** What the check of a fleet has seen so far. */
export class Check {
  /** Ids of each section, with the organisation of each record. */
  readonly ids = new Map<SectionName, NumberTable>();
  /** MACs as numbers, by the section in which they may stand once. */
  readonly macs = new Map<SectionName, NumberTable>();
  /** Other natural keys, by what they are; only of sections that are held in memory anyway. */
  private readonly keys = new Map<string, Set<string>>();

  constructor(
    readonly deps: FleetDeps,
    readonly known: KnownReferences,
    readonly faults: Faults,
  ) {}

  idsOf(section: SectionName): NumberTable {
    return tableOf(this.ids, section);
  }

  macsOf(section: SectionName): NumberTable {
    return tableOf(this.macs, section);
  }

  /** Gives back the memory, when the check is over. */
  forget(): void {
    for (const map of [this.ids, this.macs, this.keys]) map.clear();
  }

  hasKey(kind: string, key: string): boolean {
    return this.keys.get(kind)?.has(key) ?? false;
  }

  /** Notes a key; false when it is there among its kind. */
  addKey(kind: string, key: string): boolean {
    const keys = this.keys.get(kind) ?? new Set<string>();
    this.keys.set(kind, keys);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  }
}

function tableOf(tables: Map<SectionName, NumberTable>, section: SectionName): NumberTable {
  const table = tables.get(section) ?? new NumberTable();
  tables.set(section, table);
  return table;
}
