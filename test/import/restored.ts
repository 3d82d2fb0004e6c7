import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openFleetFile } from '../../shared/import/file/fleet-file.js';
import { exportFleet } from '../../shared/import/operations/export-fleet.js';
import { importFleet } from '../../shared/import/operations/import-fleet.js';
import type { TestService } from '../fixtures/records/test-service.js';
import { Installation, withPassphrase } from './installation.js';

const PASSPHRASE = 'a passphrase of the test';

/** Exports everything and imports it into an empty database: the export has no fault, and the import accepts it. */
export async function withRestored(
  { deps, clock }: TestService,
  use: (to: Installation) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  const request = { organisationId: null, onFault: (line: string) => void faults.push(line) };
  const from = { ...deps, env: { ...deps.env, exportPassphrase: PASSPHRASE } };
  const content = await text(Readable.from(exportFleet(from, request)));
  expect(faults, 'faults of the export').to.deep.equal([]);
  const folder = await mkdtemp(join(tmpdir(), 'restored-'));
  const to = await Installation.open({ now: clock.now });
  try {
    const path = join(folder, 'fleet.json');
    await writeFile(path, content);
    const file = await openFleetFile(path);
    try {
      await importFleet(withPassphrase(to, PASSPHRASE), file);
    } finally {
      await file.close();
    }
    await use(to);
  } finally {
    await to.close();
    await rm(folder, { recursive: true });
  }
}
