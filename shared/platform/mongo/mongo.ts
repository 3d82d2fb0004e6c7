import { setTimeout as wait } from 'node:timers/promises';
import mongoose, { type Aggregate, type Connection, type Query, type Schema } from 'mongoose';
import type { Log } from '../observability/logger.js';
import { wakeWaitersOfClosedSockets } from './closed-sockets.js';
import { StoreClock } from './store-clock.js';

const RETRY_MS = 1000;
/** The server stops an operation this long before the socket timeout, so that the connection survives. */
const TIME_LIMIT_MARGIN_MS = 1000;

/**
 * Settings that override the URI. Acknowledged writes survive an election, and reads return nothing that an election
 * can roll back. Server selection fails before an election ends (up to about 12 s): a request is answered within 5 s,
 * and the caller, the device or the job retries.
 */
const REQUIRED_OPTIONS = {
  w: 'majority',
  wtimeoutMS: 10_000,
  journal: true,
  readPreference: 'primary',
  readConcernLevel: 'majority',
  retryWrites: true,
  retryReads: true,
  serverSelectionTimeoutMS: 3000,
} as const;

export interface MongoHandle<Models> {
  readonly connection: Connection;
  readonly models: Models;
  /** Resolves on the first connection; never rejects, because the store may start after the process. */
  readonly connected: Promise<void>;
  /** Whether the driver has a primary; false before the first connection. */
  isConnected(): boolean;
  /** The store's time; this machine's until the first connection. */
  readonly now: () => Date;
  /** @throws the driver's error when the store does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface MongoOptions {
  /** The maximum time of an operation; a server that does not respond within it counts as unreachable. */
  readonly timeoutMs: number;
  readonly poolSize: number;
}

/**
 * Connects to MongoDB in the background and retries until it succeeds or is closed. Without a connection, operations
 * fail at once instead of being buffered.
 */
export function openMongo<Models>(
  uri: string,
  options: MongoOptions,
  log: Log,
  bindModels: (connection: Connection) => Models,
): MongoHandle<Models> {
  wakeWaitersOfClosedSockets();
  const connection = mongoose.createConnection();
  connection.set('bufferCommands', false);
  connection.set('maxTimeMS', Math.max(options.timeoutMs - TIME_LIMIT_MARGIN_MS, TIME_LIMIT_MARGIN_MS));
  const models = bindModels(connection);
  const clock = new StoreClock(log);
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;

  // mongoose's readyState also reports a primary as lost when the driver's monitor is two seconds late, as on a machine
  // that is busy for a moment.
  let hasPrimary = false;
  function followPrimary(): void {
    const client: mongoose.mongo.MongoClient = connection.getClient();
    hasPrimary = true;
    client.on('topologyDescriptionChanged', ({ newDescription: { servers } }) => {
      hasPrimary = [...servers.values()].some(({ isWritable }) => isWritable);
    });
  }

  async function connect(): Promise<void> {
    while (!isClosing()) {
      try {
        await connection.openUri(uri, {
          socketTimeoutMS: options.timeoutMs,
          waitQueueTimeoutMS: options.timeoutMs,
          connectTimeoutMS: 3000,
          ...REQUIRED_OPTIONS,
          heartbeatFrequencyMS: 1000,
          maxPoolSize: options.poolSize,
          autoIndex: false,
          autoCreate: false,
        });
        followPrimary();
        await clock.follow(connection);
        return;
      } catch (error) {
        if (isClosing()) return;
        log.warn({ err: error }, 'MongoDB does not answer yet');
        await wait(RETRY_MS);
      }
    }
  }
  // The driver reports a lost server here as well as to the failed operation.
  connection.on('error', (error: unknown) => {
    log.warn({ err: error }, 'MongoDB connection error');
  });

  return {
    connection,
    models,
    now: clock.now,
    connected: connect(),
    isConnected: () => hasPrimary,
    async ping() {
      if (!connection.db) throw new Error('MongoDB is not connected');
      await connection.db.command({ ping: 1 });
    },
    async close() {
      closing.abort();
      await connection.close();
    },
  };
}

/**
 * A plugin that sets the connection's `maxTimeMS` on every operation, so that the server stops it when the caller has
 * given up. mongoose itself covers some queries only, no updates, deletes or bulk writes.
 */
export function limitTime(schema: Schema): void {
  schema.pre(
    /^(find|findOne.*|countDocuments|distinct|update(One|Many)|replaceOne|delete(One|Many))$/,
    { query: true, document: false },
    function (this: Query<unknown, unknown>) {
      const ms = limitOf(this.model.db);
      if (ms !== undefined && this.getOptions().maxTimeMS === undefined) this.maxTimeMS(ms);
    },
  );
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    const ms = limitOf(this.model().db);
    if (ms !== undefined) this.options.maxTimeMS ??= ms;
  });
  schema.pre('bulkWrite', function (_writes: unknown, options?: { maxTimeMS?: number | undefined }) {
    const ms = limitOf(this.db);
    if (ms !== undefined && options) options.maxTimeMS ??= ms;
  });
}

function limitOf(connection: Connection): number | undefined {
  return connection.get('maxTimeMS') as number | undefined;
}
