import { SECTION_NAMES, type SectionName } from '../domain/entries.js';
import { createPassphraseSeal } from '../domain/passphrase-seal.js';
import type { FleetDeps } from '../operations/fleet-deps.js';
import type { Exporting } from './exporting.js';
import { SECTION_WALKS } from './section-walks.js';

export interface ExportRequest {
  /** One organisation; null for the whole installation. */
  readonly organisationId: number | null;
  /** Called with what was written, by section. */
  readonly onBatch?: (section: SectionName, records: number) => void;
  readonly onKeyLeftOut?: () => void;
}

/**
 * The text of a fleet file with everything that an import needs to answer every reading operation the same way
 * (docs/decisions.md#fleet-file): hashes of secrets, and SSID keys sealed with the passphrase or left out. Read by id in
 * batches of 1,000, no faster than the reader takes it. The export is no snapshot: while devices and upgrades are
 * being added and removed, the file may name a record that it does not hold, and the import then refuses it.
 * Round trips: two for each 1,000 records.
 */
export async function* exportFleet(
  deps: FleetDeps,
  { organisationId, onBatch, onKeyLeftOut }: ExportRequest,
): AsyncGenerator<string, void, undefined> {
  const exporting: Exporting = {
    deps,
    organisationId,
    seal: deps.exportPassphrase === undefined ? null : createPassphraseSeal(deps.exportPassphrase),
    at: deps.now(),
    keysLeftOut: onKeyLeftOut ?? (() => undefined),
  };
  yield '{';
  for (const [index, section] of SECTION_NAMES.entries()) {
    yield `${index === 0 ? '' : ','}\n"${section}": [`;
    let separator = '\n';
    for await (const entries of SECTION_WALKS[section](exporting)) {
      if (entries.length === 0) continue;
      yield separator + entries.map((entry) => JSON.stringify(entry)).join(',\n');
      separator = ',\n';
      onBatch?.(section, entries.length);
    }
    yield ']';
  }
  yield '\n}\n';
}
