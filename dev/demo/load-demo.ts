import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type Database } from '../../shared/composition/database.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { runProgram } from '../../stand-in/processes/run-program.js';
import { demoFile, demoFleet, demoSimulation } from './demo-fleet.js';
import { demoHistory } from './demo-history.js';
import { HOTELS, ORGANISATIONS } from './demo-organisations.js';

export interface DemoFiles {
  readonly fleet: string;
  /** The simulator's list of devices. */
  readonly devices: string;
  /** The saved states of the simulated devices. */
  readonly memory: string;
  /** Exists once the demo is completely loaded. */
  readonly loaded: string;
}

const CONNECT_TIMEOUT_MS = 20_000;

export function demoFiles(folder: string): DemoFiles {
  const file = (name: string): string => join(folder, name);
  return {
    fleet: file('fleet.json'),
    devices: file('devices.json'),
    memory: file('memory.json'),
    loaded: file('loaded'),
  };
}

/**
 * Writes the fleet file and the simulator's list. They contain keys and passwords, so only their owner can read them.
 * @param others the MACs of devices that are not simulated
 */
export async function writeDemoFiles(
  files: DemoFiles,
  folder: string,
  others: ReadonlySet<string> = new Set(),
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const fleet = demoFile(new Date());
  await writeFile(files.fleet, JSON.stringify(fleet, null, 2), { mode: 0o600 });
  const simulated = demoSimulation(fleet).filter(({ macId }) => !others.has(macId));
  await writeFile(files.devices, JSON.stringify(simulated), { mode: 0o600 });
}

/**
 * Migrates the database, and loads the demo unless it is already loaded. Returns whether it was loaded now. After an
 * interruption the import runs again and leaves existing records unchanged.
 * @throws Error when the database contains other organisations than the demo's
 */
export async function loadDemo(files: DemoFiles, cli: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  await runProgram(process.execPath, [join(cli, 'migrate.js')], { env });
  const existing = await organisationNames(env['MONGODB_URI'] ?? '');
  if (existsSync(files.loaded) && existing.length > 0) return false;
  const [demo] = ORGANISATIONS;
  if (existing.length > 0 && !existing.includes(demo?.name ?? '')) {
    throw new Error('The database at MONGODB_URI holds other organisations: the demo is not loaded into it.');
  }
  await runProgram(process.execPath, [join(cli, 'import.js'), files.fleet], { env });
  await writeHistory(env['MONGODB_URI'] ?? '');
  // Discards states of devices of an earlier database.
  await rm(files.memory, { force: true });
  await writeFile(files.loaded, '');
  return true;
}

/** Writes what the days before have left outside of the fleet file; repeating it after an interruption replaces what is there. */
async function writeHistory(uri: string): Promise<void> {
  const { series, events, entries, until } = demoHistory(demoFleet(), new Date());
  const replace = <Item extends { _id: string; organisationId: number }>(items: readonly Item[]) =>
    items.map((replacement) => {
      const { _id, organisationId } = replacement;
      return { replaceOne: { filter: { _id, organisationId }, replacement, upsert: true } };
    });
  await withDatabase(uri, async ({ models }) => {
    await models.onlineSeries.bulkWrite(replace(series) as never);
    const whole = { _id: `${HOTELS}:all`, organisationId: HOTELS };
    const uncounted = { tallyKey: null, up: 0, down: 0, neverHeard: 0, versions: [], countedAt: null };
    await models.deviceTallies.updateOne(
      whole,
      { $set: { minute: until }, $setOnInsert: uncounted },
      { upsert: true },
    );
    await models.deviceEvents.bulkWrite(replace(events) as never);
    await models.auditEntries.bulkWrite(replace(entries) as never);
  });
}

async function organisationNames(uri: string): Promise<string[]> {
  return withDatabase(uri, async (mongo) => {
    const found = await mongo.models.organisations.find({}, { name: 1 }).limit(10).lean();
    return found.map(({ name }) => name);
  });
}

async function withDatabase<Result>(uri: string, use: (mongo: Database) => Promise<Result>): Promise<Result> {
  const mongo = openDatabase(uri, { timeoutMs: 5000, poolSize: 1 }, createLogger('silent', 'start'));
  try {
    await connectedInTime(mongo);
    return await use(mongo);
  } finally {
    await mongo.close();
  }
}

async function connectedInTime(mongo: Database): Promise<void> {
  const answered = mongo.connected.then(() => true);
  if (await Promise.race([answered, wait(CONNECT_TIMEOUT_MS, false, { ref: false })])) return;
  throw new Error(`The MongoDB at MONGODB_URI does not answer after ${CONNECT_TIMEOUT_MS / 1000} seconds.`);
}
