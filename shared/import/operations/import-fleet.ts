import type { HeldLock } from '../../platform/mongo/lock-store.js';
import type { FleetDeps } from '../deps.js';
import { readEntry } from '../domain/entry.js';
import { knownReferences } from '../sections/known.js';
import { SECTION_NAMES, SECTIONS, type SectionName } from '../sections/sections.js';
import type { Counts, WriteContext } from '../sections/write-context.js';
import { checkFleet } from './check-fleet.js';
import { guarded, type FleetSource, type ReportProgress } from './fleet-source.js';

/** What came of a fleet by section; absent sections are left out. */
export type FleetCounts = ReadonlyMap<SectionName, Counts & { readonly total: number }>;

/**
 * Imports a fleet (docs/operations.md#fleet-file): checks all of it and refuses it as a whole when it has faults, then
 * writes it, updating records that are stored already. Importing it again changes only the expiry of its access
 * tokens, and finishes an import that was cut off. Memory grows by some 35 bytes a device. One import runs at a time;
 * the service may run meanwhile. Of an installation without devices the indexes of searches are built at the end; an
 * import that is cut off leaves them to the next one, or to migrate.
 * @param waitMs how long to wait for a running import, or for the lock of one that was killed
 * @throws BadFleet naming the faults, UnreadableFleet, LockHeld when another import runs
 */
export async function importFleet(
  deps: FleetDeps,
  source: FleetSource,
  report: ReportProgress = () => undefined,
  waitMs = 0,
): Promise<FleetCounts> {
  return deps.stores.locks.hold('import', waitMs, async (lock) => {
    const known = knownReferences(deps.stores.fleetLookup);
    await checkAndReserve(deps, known, source, report, lock);
    await deps.stores.searchIndexes.postpone();
    const at = deps.now();
    const audited = await deps.stores.fleetAudit.begin(source.digest ?? null, at);
    const context = { deps, known, at, audit: audited.audit };
    const fenced = guarded(source, () => lock.check());
    const counts = new Map<SectionName, Counts & { readonly total: number }>();
    for (const name of SECTION_NAMES) {
      if (source.counts.has(name)) counts.set(name, await writeSection(context, fenced, name, report));
    }
    if (await deps.stores.searchIndexes.isMissing()) {
      report('indexing', 'devices', 0);
      await deps.stores.searchIndexes.build();
    }
    await audited.end();
    return counts;
  });
}

/** Checks the fleet, and reserves its ids. @throws BadFleet */
async function checkAndReserve(
  deps: FleetDeps,
  known: WriteContext['known'],
  source: FleetSource,
  report: ReportProgress,
  lock: HeldLock,
): Promise<void> {
  const context = await checkFleet(deps, known, source, report);
  await lock.check();
  // Before anything is written, so that no request is given an id of the fleet.
  for (const name of SECTION_NAMES) {
    const { sequence } = SECTIONS[name];
    const { last } = context.idsOf(name);
    if (sequence && last > 0) await deps.stores.ids.skipTo(sequence, last);
  }
}

/** Writes a section in batches, and reads and validates the next batch while one is written. */
async function writeSection(
  context: WriteContext,
  source: FleetSource,
  name: SectionName,
  report: ReportProgress,
): Promise<Counts & { readonly total: number }> {
  const section = SECTIONS[name];
  const sum = { added: 0, changed: 0, total: 0 };
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const { records } of source.records(name)) {
      const entries = records.map((record) => {
        const { entry, problems } = readEntry<object>(section.schema, record);
        if (problems.length > 0) throw new Error('The fleet file was changed while it was imported');
        return entry;
      });
      await writing;
      writing = section.write(context, entries).then(({ added, changed }) => {
        sum.added += added;
        sum.changed += changed;
        sum.total += records.length;
        report('written', name, records.length);
      });
      // Awaited below; until then a failure must not count as unhandled.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  return sum;
}
