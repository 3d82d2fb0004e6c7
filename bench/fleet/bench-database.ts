import { readEnv } from '../../shared/platform/env/env.js';
import { openDatabase, type Database } from '../../shared/composition/database.js';
import { migrate } from '../../shared/composition/migrate.js';
import { createLogger } from '../../shared/platform/observability/logger.js';

const OPERATION_MS = 30 * 60_000;

export interface BenchDatabase {
  readonly uri: string;
  readonly mongo: Database;
  close(): Promise<void>;
}

/** Opens a separate database on the server that MONGODB_URI names, and creates its collections and indexes. */
export async function openBenchDatabase(name: string, poolSize = 8): Promise<BenchDatabase> {
  const env = readEnv();
  const uri = new URL(env.mongodbUri);
  uri.pathname = `/airfleet-bench-${name}`;
  const log = createLogger('silent', 'bench');
  const mongo = openDatabase(uri.href, { timeoutMs: OPERATION_MS, poolSize }, log);
  await mongo.connected;
  await migrate(mongo.models, env, () => undefined);
  return { uri: uri.href, mongo, close: () => mongo.close() };
}

/** Drops the database of this name and opens it again. */
export async function openEmptyDatabase(name: string): Promise<BenchDatabase> {
  const old = await openBenchDatabase(name);
  await old.mongo.connection.dropDatabase();
  await old.close();
  return openBenchDatabase(name);
}
