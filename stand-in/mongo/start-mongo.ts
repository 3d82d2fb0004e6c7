import { findProgram } from '../processes/find-program.js';
import type { StartOptions, StoreHandle, StoreOptions } from '../store-handle.js';
import { withDataLock } from '../with-data-lock.js';
import { mongodbUri } from './mongodb-uri.js';

/** A running MongoDB with the application's connection string. */
export interface MongoHandle extends StoreHandle {
  readonly uri: string;
}

/** Starts a MongoDB. Returns undefined if the program is not installed; throws if the start failed. */
type Start = (options: StoreOptions) => Promise<StoreHandle | undefined>;

// Imported on demand, since most starts need one of them.
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

/** The one that AIRFLEET_STORE names, else all of them. */
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
      'No MongoDB could be started. Do one of the following:',
      '  1. set MONGODB_URI to a running replica set (and REDIS_URL to a Redis);',
      '  2. install MongoDB, so that mongod is on the PATH;',
      '  3. use Debian with a reachable package archive (DocumentDB is fetched from it, without root);',
      '  4. let this machine reach the internet, so that a mongod can be downloaded.',
      'Attempts:',
      ...failures.map((failure) => `  - ${failure}`),
    ].join('\n'),
  );
}

/**
 * Starts the first MongoDB that works: mongod on the PATH, DocumentDB, a downloaded mongod. A data folder has one at a
 * time. Throws an error that lists all attempts if none works.
 */
export async function startMongo(options: StartOptions): Promise<MongoHandle> {
  const store = await withDataLock('MongoDB', options, startFirstThatWorks);
  return { ...store, uri: mongodbUri(store.port) };
}
