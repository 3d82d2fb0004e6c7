import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { ConversionReport } from '../../../shared/import/domain/peers/conversion-report.js';
import { UnreadableExport } from '../../../shared/import/domain/peers/export-value.js';
import type { PeerName } from '../../../shared/import/domain/peers/peer-fleet.js';
import { PEERS } from '../../../shared/import/domain/peers/read-peer.js';
import { BadFleet } from '../../../shared/import/domain/faults.js';
import { readExport } from '../../../shared/import/file/read-export.js';
import { convertFleet } from '../../../shared/import/operations/convert/convert-fleet.js';
import { fromCallersFolder } from '../../../shared/platform/env/env.js';
import { createLogger } from '../../../shared/platform/observability/logger.js';
import { id, text, UsageError, type CliCommand, type CliContext, type CliOptions } from '../command.js';

const MAX_FILES = 1000;
/** Far below the largest id of a fleet file, so that ids of later records have room. */
const MAX_FIRST_ID = 900_000_000_000;

const PRODUCTS: Readonly<Record<PeerName, string>> = {
  meraki: 'the Meraki Dashboard',
  openwisp: 'OpenWISP',
  unifi: 'UniFi Network',
};

function convertCommand(peer: PeerName): CliCommand {
  return {
    name: `convert ${peer}`,
    summary: `Make a fleet file of what ${PRODUCTS[peer]} exports, and report what has no counterpart`,
    usage: 'FILES --organisation ID --first-id N [--to FILE.json]',
    options: {
      file: { type: 'string', multiple: true },
      organisation: { type: 'string' },
      'first-id': { type: 'string' },
      to: { type: 'string' },
    },
    positional: 'file',
    run: (context, options) => convert(context, options, peer),
  };
}

export const convertMeraki = convertCommand('meraki');
export const convertOpenwisp = convertCommand('openwisp');
export const convertUnifi = convertCommand('unifi');

async function convert(context: CliContext, options: CliOptions, peer: PeerName): Promise<number> {
  const { stores, env, now, print } = context;
  const paths = filesOf(options);
  const organisationId = id(options, 'organisation');
  const firstId = id(options, 'first-id');
  if (firstId > MAX_FIRST_ID) throw new UsageError(`--first-id must be at most ${MAX_FIRST_ID}`);
  const to = fromCallersFolder(options['to'] === undefined ? `${peer}.fleet.json` : text(options, 'to'));
  if (!(await stores.fleetLookup.find('organisations', [organisationId], [])).has(organisationId))
    throw new UsageError(`There is no organisation ${organisationId}`);
  const report = new ConversionReport();
  try {
    const files = [];
    for (const path of paths) files.push(await readExport(fromCallersFolder(path)));
    const deps = { stores, env, now, log: createLogger('silent', 'cli') };
    const fleet = await convertFleet(deps, PEERS[peer](files, report), { organisationId, firstId, report });
    await writeFleet(to, `${JSON.stringify(fleet.records, null, 1)}\n`);
    for (const line of report.lines) print(line);
    for (const [section, count] of fleet.counts) print(`${section}: ${count}`);
    print(`Wrote ${to}: import it with npm run import`);
    return 0;
  } catch (error) {
    if (!(error instanceof BadFleet || error instanceof UnreadableExport)) throw error;
    if (error instanceof BadFleet) for (const fault of error.faults) print(fault);
    print(error instanceof BadFleet ? 'Nothing was written' : error.message);
    return 1;
  }
}

function filesOf({ file }: CliOptions): string[] {
  const paths = Array.isArray(file) ? file.map(String) : [];
  if (paths.length === 0) throw new UsageError('There must be at least one file');
  if (paths.length > MAX_FILES) throw new UsageError(`There must be at most ${MAX_FILES} files`);
  return paths;
}

/** For its owner only, because it contains keys; complete, or not there. */
async function writeFleet(path: string, content: string): Promise<void> {
  const partial = `${path}.${randomBytes(8).toString('hex')}.partial`;
  try {
    const file = await open(partial, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new UsageError(`${path} cannot be written`, { cause: error });
  }
}
