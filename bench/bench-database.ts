import { readEnv } from '../shared/config/env.js';
import { openMongo, type MongoHandle } from '../shared/connections/mongo.js';
import { migrate } from '../shared/migrations/migrate.js';
import { createLogger } from '../shared/observability/logger.js';

const OPERATION_MS = 30 * 60_000;

export interface BenchDatabase {
  readonly uri: string;
  readonly mongo: MongoHandle;
  close(): Promise<void>;
}

/** Opens a database of the benchmarks' own beside the one that MONGODB_URI names, with every collection and index. */
export async function openBenchDatabase(name: string, poolSize = 8): Promise<BenchDatabase> {
  const uri = new URL(readEnv().mongodbUri);
  uri.pathname = `/airfleet-bench-${name}`;
  const log = createLogger('silent', 'bench');
  const mongo = openMongo(uri.href, { timeoutMs: OPERATION_MS, poolSize }, log);
  await mongo.connected;
  await migrate(mongo.models, () => undefined);
  return { uri: uri.href, mongo, close: () => mongo.close() };
}

/** The same, empty. */
export async function openEmptyDatabase(name: string): Promise<BenchDatabase> {
  const old = await openBenchDatabase(name);
  await old.mongo.connection.dropDatabase();
  await old.close();
  return openBenchDatabase(name);
}
