import { randomBytes } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { requestedId } from '../../shared/platform/values/requested-id.js';
import { exportFleet } from '../../shared/import/operations/export-fleet.js';
import type { SectionName } from '../../shared/import/sections/sections.js';
import { createStores } from '../../shared/composition/deps.js';
import { fromCallersFolder } from '../../shared/platform/env/env.js';
import { printTo } from './terminal.js';
import { withMongo, type CommandContext } from './with-mongo.js';

const USAGE = 'usage: npm run export -- FILE.json [--organisation ID]';

const request = readArguments();
if (request === null) {
  printTo(process.stderr, USAGE);
  process.exitCode = 2;
} else {
  const { path, organisationId } = request;
  await withMongo('export', (context) => exportFile(context, path, organisationId));
}

/** @returns null when they do not match the usage line */
function readArguments(): { path: string; organisationId: number | null } | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { organisation: { type: 'string' } },
    });
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0) return null;
    if (values.organisation === undefined) return { path, organisationId: null };
    const organisationId = requestedId(values.organisation);
    return organisationId === null ? null : { path, organisationId };
  } catch {
    return null;
  }
}

/** Writes a temporary file beside the target and renames it, so that the target is always complete. */
async function exportFile(
  { env, mongo, log }: CommandContext,
  given: string,
  only: number | null,
): Promise<number> {
  const stores = createStores(mongo.models, env);
  if (only !== null && !(await stores.fleetLookup.find('organisations', [only], [])).has(only)) {
    printTo(process.stderr, `There is no organisation ${only}`);
    return 1;
  }
  const target = fromCallersFolder(given);
  const partial = `${target}.${randomBytes(8).toString('hex')}.partial`;
  const counts = new Map<SectionName, number>();
  const leftOut = { ssid: 0, uplink: 0, radius: 0, upgrade: 0, factor: 0 };
  let faults = 0;
  const text = exportFleet(
    { env, stores, log, now: () => new Date() },
    {
      organisationId: only,
      onBatch: (section, records) => counts.set(section, (counts.get(section) ?? 0) + records),
      onLeftOut: (kind) => (leftOut[kind] += 1),
      onFault(line) {
        faults += 1;
        printTo(process.stderr, line);
      },
    },
  );
  const file = await newFile(partial);
  try {
    await pipeline(
      Readable.from(text, { objectMode: true, highWaterMark: 1 }),
      file.createWriteStream({ flush: true }),
    );
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  for (const [section, count] of counts) printTo(process.stdout, `${section}: ${count}`);
  const advice = 'set AIRFLEET_EXPORT_PASSPHRASE to include them, encrypted';
  if (leftOut.ssid > 0) printTo(process.stderr, `Left out the keys of ${leftOut.ssid} SSIDs: ${advice}`);
  if (leftOut.uplink > 0)
    printTo(
      process.stderr,
      `Left out the secrets of ${leftOut.uplink} uplinks and init templates: ${advice}`,
    );
  if (leftOut.radius > 0)
    printTo(process.stderr, `Left out the secrets of ${leftOut.radius} RADIUS servers: ${advice}`);
  if (leftOut.factor > 0)
    printTo(
      process.stderr,
      `Left out the second factors of ${leftOut.factor} users and operators: they set them up again`,
    );
  if (leftOut.upgrade > 0)
    printTo(
      process.stderr,
      `Left out ${leftOut.upgrade} pending upgrades of rollouts: an export has no rollouts to dispatch them`,
    );
  if (faults === 0) return 0;
  printTo(
    process.stderr,
    `An import refuses this file: it has ${faults} ${faults === 1 ? 'fault' : 'faults'}`,
  );
  return 1;
}

/** Readable by its owner only, because it contains hashes of passwords and device keys. Follows no link. */
async function newFile(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new Error(`The file cannot be written: ${(error as Error).message}`, { cause: error });
  });
}
