import type { FleetDeps } from '../deps.js';
import type { DeviceNameStore } from '../../inventory/stores/device-name-store.js';
import type { Upserted } from '../stores/upsert-records.js';
import type { FleetKind, FleetRecords } from '../stores/fleet-records.js';
import type { AuditChanges } from '../stores/import-audit-store.js';
import type { KnownReferences } from './known.js';

/** What came of the entries of a section; the others were stored already. */
export interface Counts {
  readonly added: number;
  readonly changed: number;
}

export interface WriteContext {
  readonly deps: FleetDeps;
  readonly known: KnownReferences;
  /** The time of the whole import, for everything that is new. */
  readonly at: Date;
  readonly audit: AuditChanges;
}

export function countsOf({ inserted, changed }: Upserted<unknown>): Counts {
  return { added: inserted.length, changed: changed.length };
}

/** Looks up entries by key. */
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

type KeyOf<Kind extends FleetKind, Entry> = (entry: Entry) => FleetRecords[Kind]['_id'];
type Build<Kind extends FleetKind, Entry> = (
  entry: Entry,
  existing: FleetRecords[Kind] | null,
  context: WriteContext,
) => FleetRecords[Kind];
type Write<Entry> = (context: WriteContext, entries: readonly Entry[]) => Promise<Counts>;

/** Brings the records of one kind to what `build` makes of the entries. At most three round trips. */
export function upsert<Kind extends FleetKind, Entry>(
  kind: Kind,
  keyOf: KeyOf<Kind, Entry>,
  build: Build<Kind, Entry>,
): Write<Entry> {
  return async (context, entries) => {
    const entryOf = byKey(entries, keyOf);
    const ids = [...new Set(entries.map(keyOf))];
    const { fleetWrites } = context.deps.stores;
    return countsOf(
      await fleetWrites.upsert(kind, ids, context.audit, (id, existing) =>
        build(entryOf(id), existing, context),
      ),
    );
  };
}

/**
 * The same for records whose name their devices carry. Devices are renamed before the record, so that an import that
 * was cut off finds the record unchanged and renames again; and once more after it, for devices added in between.
 * @param rename renames the devices, unless the name stays
 */
export function upsertRenaming<Kind extends 'hardwareParts' | 'networks' | 'tags', Entry>(
  kind: Kind,
  keyOf: KeyOf<Kind, Entry>,
  build: Build<Kind, Entry>,
  rename: (
    stores: DeviceNameStore,
    before: FleetRecords[Kind],
    after: FleetRecords[Kind],
  ) => Promise<void> | undefined,
): Write<Entry> {
  return async (context, entries) => {
    const { deviceNames, fleetWrites } = context.deps.stores;
    const entryOf = byKey(entries, keyOf);
    const stored = await fleetWrites.read(kind, entries.map(keyOf));
    const changes = [...stored].map(([id, before]) => [before, build(entryOf(id), before, context)] as const);
    for (const [before, after] of changes) await rename(deviceNames, before, after);
    const counts = await upsert(kind, keyOf, build)(context, entries);
    for (const [before, after] of changes) await rename(deviceNames, before, after);
    return counts;
  };
}
