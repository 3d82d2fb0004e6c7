import type { FleetDeps } from '../deps.js';
import { passphraseEncryption } from '../domain/passphrase-encryption.js';
import type { ExportContext, LeftOutKind } from '../sections/export-context.js';
import { fleetCheck } from './fleet-check.js';
import { SECTION_NAMES, SECTIONS, type SectionName } from '../sections/sections.js';

export interface ExportRequest {
  /** One organisation; null for the whole installation. */
  readonly organisationId: number | null;
  /** Called with what was written, by section. */
  readonly onBatch?: (section: SectionName, records: number) => void;
  readonly onLeftOut?: (kind: LeftOutKind) => void;
  /** Called for each fault of a record that an import into an empty database would refuse, with its path in the file. */
  readonly onFault?: (line: string) => void;
}

/**
 * The text of a fleet file (docs/operations.md#fleet-file): after its import, every reading operation answers as before.
 * It holds hashes of secrets, and the keys of SSIDs and secrets of uplinks encrypted with the passphrase or left out. Read
 * by id in batches of 1,000, as fast as the reader takes it. Not a snapshot: while devices and upgrades are added and removed, the file may refer to a
 * record that it does not hold, and its import is refused.
 */
export async function* exportFleet(
  deps: FleetDeps,
  { organisationId, onBatch, onLeftOut, onFault }: ExportRequest,
): AsyncGenerator<string, void, undefined> {
  const { exportPassphrase } = deps.env;
  const context: ExportContext = {
    deps,
    organisationId,
    encrypt: exportPassphrase === null ? null : passphraseEncryption(exportPassphrase),
    at: deps.now(),
    onLeftOut: onLeftOut ?? (() => undefined),
  };
  const check = onFault && fleetCheck(deps, onFault);
  yield '{';
  for (const [index, section] of SECTION_NAMES.entries()) {
    yield `${index === 0 ? '' : ','}\n"${section}": [`;
    let separator = '\n';
    for await (const entries of SECTIONS[section].export(context)) {
      if (entries.length === 0) continue;
      const texts = entries.map((entry) => JSON.stringify(entry));
      await check?.(section, texts);
      yield separator + texts.join(',\n');
      separator = ',\n';
      onBatch?.(section, entries.length);
    }
    yield ']';
  }
  yield '\n}\n';
}
