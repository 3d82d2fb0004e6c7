import { batchesOf } from '../../platform/mongo/batches.js';
import type { FleetDeps } from '../deps.js';
import type { PartialEntry } from '../domain/entry.js';
import type { FaultLog } from '../domain/faults.js';
import { macNumber, NumberTable } from '../domain/number-table.js';
import type { OwnedKind } from '../stores/lookup-store.js';
import type { KnownReferences } from './known.js';

/** An entry with its path in the file, `devices[3]`, and only those of its fields that are valid by themselves. */
export interface Located<Entry> {
  readonly path: string;
  readonly entry: PartialEntry<Entry>;
}

/** A record that an entry refers to. The organisation is null when the entry of that record has none that is valid. */
export interface Found {
  readonly organisationId: number | null;
}

/** A reference from an entry to a record. */
export interface Reference {
  readonly path: string;
  readonly id: number;
  readonly organisationId: number | undefined;
}

/** What the check of a fleet has seen so far, and the checks that several sections share. */
export class CheckContext {
  /** Devices that each organisation will have, and SSIDs that the fleet adds to each network. */
  readonly deviceCounts = new Map<number, number>();
  readonly addedSsids = new Map<number, number>();
  private readonly tables = new Map<string, NumberTable>();
  private readonly keys = new Map<string, Set<string>>();

  constructor(
    readonly deps: FleetDeps,
    readonly known: KnownReferences,
    readonly faults: FaultLog,
    /** Sizes the tables up front: a table that grows takes the memory of two. */
    private readonly counts: ReadonlyMap<string, number>,
  ) {}

  /** The ids of a section, with the organisation of each entry (0 when it has none that is valid). */
  idsOf(section: string): NumberTable {
    return this.table(`${section}.id`, this.counts.get(section));
  }

  macsOf(section: string): NumberTable {
    return this.table(`${section}.mac_id`, this.counts.get(section));
  }

  table(name: string, expected = 0): NumberTable {
    const table = this.tables.get(name) ?? new NumberTable(expected);
    this.tables.set(name, table);
    return table;
  }

  hasKey(kind: string, key: string): boolean {
    return this.keys.get(kind)?.has(key) ?? false;
  }

  /** Records a natural key; false when its kind has it already. */
  addKey(kind: string, key: string): boolean {
    const keys = this.keys.get(kind) ?? new Set<string>();
    this.keys.set(kind, keys);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  }

  /** A fault when the section has the id already. */
  addId(section: string, path: string, id: number | undefined, organisationId = 0): void {
    if (id === undefined || this.idsOf(section).add(id, organisationId)) return;
    this.faults.add(`${path}.id`, `${id} occurs twice in ${section}`);
  }

  /** A fault when the section has the MAC already. */
  addMac(section: string, path: string, macId: string | undefined): void {
    if (macId === undefined || this.macsOf(section).add(macNumber(macId))) return;
    this.faults.add(`${path}.mac_id`, `${macId} occurs twice in ${section}`);
  }

  /**
   * Faults of entries that belong to an organisation: an id that occurs twice, an unknown organisation, an id of
   * another organisation's record.
   * @param stored the stored records with these ids, unless they are to be looked up
   * @returns those stored records
   */
  async ownership(
    section: string,
    kind: OwnedKind,
    located: readonly Located<{ id: number; organisation_id: number }>[],
    stored?: ReadonlyMap<number, { readonly organisationId: number }>,
  ): Promise<ReadonlyMap<number, { readonly organisationId: number }>> {
    const ids = valuesOf(located, (entry) => entry.id);
    const owners = stored ?? (await this.deps.stores.fleetLookup.owners(kind, ids));
    await this.known.organisations.load(valuesOf(located, (entry) => entry.organisation_id));
    for (const { path, entry } of located) {
      const { id = 0, organisation_id: organisationId } = entry;
      this.addId(section, path, entry.id, organisationId);
      if (organisationId === undefined) continue;
      this.organisation(path, organisationId);
      const owner = owners.get(id)?.organisationId ?? organisationId;
      if (owner !== organisationId) {
        this.faults.add(`${path}.id`, `${id} is the id of a record of another organisation`);
      }
    }
    return owners;
  }

  /** A fault when there is no such organisation. @param id one that was loaded */
  organisation(path: string, id: number): void {
    if (!this.known.organisations.get(id)) {
      this.faults.add(`${path}.organisation_id`, `there is no organisation ${id}`);
    }
  }

  /** A fault when there is no such hardware part. @param partNumber one that was loaded */
  part(path: string, partNumber: string | undefined): void {
    if (partNumber === undefined || this.known.parts.get(partNumber)) return;
    this.faults.add(path, `there is no hardware part ${partNumber}`);
  }

  /** A fault when the referenced record does not exist or belongs to another organisation. */
  reference(what: string, { path, id, organisationId }: Reference, found: Found | undefined): void {
    if (!found) this.faults.add(path, `there is no ${what} ${id}`);
    else if (organisationId === undefined || found.organisationId === null) return;
    else if (found.organisationId !== organisationId) {
      this.faults.add(path, `${what} ${id} belongs to another organisation`);
    }
  }

  /** A fault for each entry whose device does not exist or belongs to another organisation. */
  async deviceReferences(
    located: readonly Located<{ router_inventory_id: number; organisation_id: number }>[],
    mayBeRemoved: (path: string) => boolean = () => false,
  ): Promise<void> {
    const devices = await this.find(
      'devices',
      valuesOf(located, (entry) => entry.router_inventory_id),
    );
    for (const { path, entry } of located) {
      const { router_inventory_id: id, organisation_id: organisationId } = entry;
      if (id === undefined || (!devices.has(id) && mayBeRemoved(path))) continue;
      this.reference('device', { path: `${path}.router_inventory_id`, id, organisationId }, devices.get(id));
    }
  }

  async scheduleReferences(references: readonly Reference[]): Promise<void> {
    const ids = references.map(({ id }) => id);
    const schedules = await this.find('schedules', ids);
    for (const reference of references) this.reference('schedule', reference, schedules.get(reference.id));
  }

  /** Records of the fleet or stored ones, by id. Only after the section was checked. */
  async find(kind: 'devices' | 'schedules', ids: Iterable<number>): Promise<Map<number, Found>> {
    const inFleet = this.idsOf(kind);
    const found = new Map<number, Found>();
    const elsewhere: number[] = [];
    for (const id of new Set(ids)) {
      const organisationId = inFleet.get(id);
      if (organisationId === undefined) elsewhere.push(id);
      else found.set(id, { organisationId: organisationId === 0 ? null : organisationId });
    }
    for (const batch of batchesOf(elsewhere)) {
      const stored = await this.deps.stores.fleetLookup.owners(kind, batch);
      for (const [id, owner] of stored) found.set(id, owner);
    }
    return found;
  }
}

/** A field of the entries that have it: one value of each, or several. */
export function valuesOf<Entry, Value>(
  located: readonly Located<Entry>[],
  read: (entry: PartialEntry<Entry>) => Value | readonly Value[] | null | undefined,
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
