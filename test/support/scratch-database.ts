import { randomUUID } from 'node:crypto';
import { openMongo, type MongoHandle } from '../../shared/connections/mongo.js';
import { createLogger } from '../../shared/observability/logger.js';
import { monitored } from './round-trips.js';

export interface ScratchDatabase {
  readonly uri: string;
  readonly mongo: MongoHandle;
  /** Removes the database and closes the connection. */
  drop(): Promise<void>;
}

/**
 * A database that nobody else uses, empty and without indexes; for tests that look at everything in it.
 * @param given a server of the test's own; without it that of the run
 */
export async function scratchDatabase(given = process.env['MONGODB_URI']): Promise<ScratchDatabase> {
  if (given === undefined) throw new Error('MONGODB_URI is not set');
  const uri = new URL(given);
  uri.pathname = `/scratch-${randomUUID().slice(0, 8)}`;
  const mongo = openMongo(
    monitored(uri.href),
    { timeoutMs: 60_000, poolSize: 8 },
    createLogger('silent', 'test'),
  );
  await mongo.connected;
  return {
    uri: uri.href,
    mongo,
    async drop() {
      await mongo.connection.dropDatabase();
      await mongo.close();
    },
  };
}
