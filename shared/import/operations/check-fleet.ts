import type { FleetDeps } from '../deps.js';
import { Faults } from '../domain/faults.js';
import { CheckContext } from '../sections/check-context.js';
import type { KnownReferences } from '../sections/known.js';
import { SECTION_NAMES } from '../sections/sections.js';
import { checkBatch } from './check-batch.js';
import type { FleetSource, ReportProgress } from './fleet-source.js';

/** Checks a fleet against itself and against what is stored, and writes nothing. @throws BadFleet naming all faults */
export async function checkFleet(
  deps: FleetDeps,
  known: KnownReferences,
  source: FleetSource,
  report: ReportProgress = () => undefined,
): Promise<CheckContext> {
  const faults = new Faults();
  for (const line of source.faults) faults.addLine(line);
  const context = new CheckContext(deps, known, faults, source.counts);
  for (const name of SECTION_NAMES) {
    for await (const batch of source.records(name)) {
      await checkBatch(context, name, batch);
      report('checked', name, batch.records.length);
    }
  }
  faults.refuse();
  return context;
}
