import { batchesOf } from '../../platform/mongo/batches.js';
import type { FleetDeps } from '../deps.js';
import type { PassphraseEncryption } from '../domain/passphrase-encryption.js';
import type { ExportedKind, ExportedRecords } from '../stores/export-store.js';

/**
 * What is left out: secrets of SSIDs, of uplinks and init templates, and of RADIUS servers; the second factors of users and
 * operators; and the pending upgrades of rollouts, which only their rollout would dispatch.
 */
export type LeftOutKind = 'ssid' | 'uplink' | 'radius' | 'upgrade' | 'factor';

export interface ExportContext {
  readonly deps: FleetDeps;
  /** null: the whole installation. */
  readonly organisationId: number | null;
  /** null: secrets that are not hashes are left out. */
  readonly encrypt: PassphraseEncryption | null;
  readonly at: Date;
  /** Called for each record that is left out, or whose secrets are. */
  readonly onLeftOut: (kind: LeftOutKind) => void;
}

/** The records of one kind in batches of 1,000, by id. */
export async function* pages<Kind extends ExportedKind>(
  { deps, organisationId }: ExportContext,
  kind: Kind,
): AsyncGenerator<ExportedRecords[Kind][], void, undefined> {
  let after: ExportedRecords[Kind]['_id'] | null = null;
  for (;;) {
    const records: ExportedRecords[Kind][] = await deps.stores.fleetExport.page(kind, organisationId, after);
    const last = records.at(-1);
    if (!last) return;
    yield records;
    after = last._id;
  }
}

/** Exports the records of one kind, each by itself. */
export function each<Kind extends ExportedKind, Entry>(
  kind: Kind,
  entryOf: (record: ExportedRecords[Kind]) => Entry,
): (context: ExportContext) => AsyncGenerator<Entry[], void, undefined> {
  return async function* (context) {
    for await (const records of pages(context, kind)) yield records.map(entryOf);
  };
}

/** Those of the schedules that are stored, and so are exported. */
export async function storedSchedules({ deps }: ExportContext, ids: readonly number[]): Promise<Set<number>> {
  const stored = new Set<number>();
  for (const batch of batchesOf([...new Set(ids)])) {
    for (const id of (await deps.stores.fleetLookup.owners('schedules', batch)).keys()) stored.add(id);
  }
  return stored;
}
