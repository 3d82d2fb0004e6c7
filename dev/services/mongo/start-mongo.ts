import { join } from 'node:path';
import { tryLock } from '../../lock-file.mjs';
import { findProgram } from '../processes/find-program.js';
import type { StoreHandle, StoreOptions } from '../store-handle.js';
import { mongodbUri } from './replica-set.js';

/** A running MongoDB; `uri` names the project's database and all that the driver needs. */
export interface MongoHandle extends StoreHandle {
  readonly uri: string;
}

type Start = (options: StoreOptions) => Promise<StoreHandle>;

// The parts are loaded only when it is their turn: most starts need one of them.
const onPath: Start = async (options) => {
  const command = await findProgram(['mongod'], options.env ?? process.env);
  if (command === undefined) throw new Error('there is none');
  const { startMongod } = await import('./start-mongod.js');
  return startMongod(command, options);
};

const downloaded: Start = async (options) => {
  const { downloadMongod } = await import('./download-mongod.js');
  const command = await downloadMongod(options.env ?? process.env, options.log);
  const { startMongod } = await import('./start-mongod.js');
  return startMongod(command, options);
};

const documentDb: Start = async (options) => {
  const { startDocumentDb } = await import('./start-documentdb.js');
  return startDocumentDb(options);
};

interface Way {
  readonly name: string;
  readonly label: string;
  readonly start: Start;
}

const WAYS: readonly Way[] = [
  { name: 'mongod', label: 'mongod on the PATH', start: onPath },
  { name: 'download', label: 'a downloaded mongod', start: downloaded },
  { name: 'documentdb', label: 'DocumentDB from Debian', start: documentDb },
];

/** The ways that AIRFLEET_STORE allows: all of them, or the one that it names. */
function allowedWays(env: NodeJS.ProcessEnv): readonly Way[] {
  const forced = env['AIRFLEET_STORE'];
  if (forced === undefined || forced === '') return WAYS;
  const ways = WAYS.filter(({ name }) => name === forced);
  if (ways.length > 0) return ways;
  if (forced === 'uri') throw new Error('AIRFLEET_STORE=uri needs MONGODB_URI to be set');
  throw new Error(`AIRFLEET_STORE=${forced} is none of uri, ${WAYS.map(({ name }) => name).join(', ')}`);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 3).join(' ');
}

async function startFirstThatWorks(options: StoreOptions): Promise<StoreHandle> {
  const failures: string[] = [];
  for (const { label, start } of allowedWays(options.env ?? process.env)) {
    try {
      const store = await start(options);
      options.log(`MongoDB: ${label}`);
      return store;
    } catch (error) {
      failures.push(`${label}: ${firstLine(error)}`);
      options.log(`MongoDB: not by ${label}: ${firstLine(error)}`);
    }
  }
  throw new Error(
    [
      'No MongoDB could be started. Any one of these four ways will do:',
      '  1. set MONGODB_URI to a running replica set (and REDIS_URL to a Redis);',
      '  2. install MongoDB, so that mongod is on the PATH;',
      '  3. let this machine reach the internet, so that a mongod can be downloaded;',
      '  4. use Debian with a reachable package archive (DocumentDB is fetched from it, without root).',
      'What was tried:',
      ...failures.map((failure) => `  - ${failure}`),
    ].join('\n'),
  );
}

/**
 * Starts a MongoDB by the first way that works: mongod on the PATH, a downloaded one, DocumentDB. One at a time
 * per data folder. Throws one error that names all ways when none works.
 */
export async function startMongo(options: StoreOptions): Promise<MongoHandle> {
  const lock = tryLock(join(options.dataDir, 'mongo.lock'));
  if (!lock.release) {
    throw new Error(
      `The MongoDB in ${options.dataDir} is already running, started by process ${lock.heldBy}`,
    );
  }
  const { release } = lock;
  try {
    const store = await startFirstThatWorks(options);
    return {
      port: store.port,
      uri: mongodbUri(store.port),
      pause: () => store.pause(),
      resume: () => store.resume(),
      stop: () => store.stop().finally(release),
      kill: () => store.kill().finally(release),
    };
  } catch (error) {
    release();
    throw error;
  }
}
