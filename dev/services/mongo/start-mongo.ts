import { findProgram } from '../processes/find-program.js';
import type { StartOptions, StoreHandle, StoreOptions } from '../store-handle.js';
import { withDataLock } from '../with-data-lock.js';
import { mongodbUri } from './mongodb-uri.js';

/** A running MongoDB; `uri` names the project's database and all that the driver needs. */
export interface MongoHandle extends StoreHandle {
  readonly uri: string;
}

/** Starts it, or returns undefined when there is plainly nothing to start; throws when it tried and failed. */
type Start = (options: StoreOptions) => Promise<StoreHandle | undefined>;

// The parts are loaded only when it is their turn: most starts need one of them.
const onPath: Start = async (options) => {
  const command = await findProgram(['mongod'], options.env);
  if (command === undefined) return undefined;
  const { startMongod } = await import('./start-mongod.js');
  return startMongod(command, options);
};

const downloaded: Start = async (options) => {
  const { downloadMongod } = await import('./download-mongod.js');
  const command = await downloadMongod(options.env, options.log);
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
  { name: 'documentdb', label: 'DocumentDB from Debian', start: documentDb },
  { name: 'download', label: 'a downloaded mongod', start: downloaded },
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

function brief(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 3).join(' ');
}

async function startFirstThatWorks(options: StoreOptions): Promise<StoreHandle> {
  const failures: string[] = [];
  for (const { label, start } of allowedWays(options.env)) {
    try {
      const store = await start(options);
      if (store) {
        options.log(`MongoDB: ${label}`);
        return store;
      }
      failures.push(`${label}: there is none`);
    } catch (error) {
      failures.push(`${label}: ${brief(error)}`);
      options.log(`MongoDB: not ${label}: ${brief(error)}`);
    }
  }
  throw new Error(
    [
      'No MongoDB could be started. Any one of these four ways will do:',
      '  1. set MONGODB_URI to a running replica set (and REDIS_URL to a Redis);',
      '  2. install MongoDB, so that mongod is on the PATH;',
      '  3. use Debian with a reachable package archive (DocumentDB is fetched from it, without root);',
      '  4. let this machine reach the internet, so that a mongod can be downloaded.',
      'What was tried:',
      ...failures.map((failure) => `  - ${failure}`),
    ].join('\n'),
  );
}

/**
 * Starts a MongoDB by the first way that works: mongod on the PATH, DocumentDB, a downloaded mongod. One at a time
 * per data folder. Throws one error that names all ways when none works.
 */
export async function startMongo(options: StartOptions): Promise<MongoHandle> {
  const store = await withDataLock('MongoDB', options, startFirstThatWorks);
  return { ...store, uri: mongodbUri(store.port) };
}
