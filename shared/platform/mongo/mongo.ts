import mongoose, { type Connection } from 'mongoose';
import type { Log } from '../observability/logger.js';
import { wakeWaitersOfClosedSockets } from './closed-sockets.js';
import { StoreClock } from './store-clock.js';

const RETRY_MS = 1000;
/** The server stops an operation this much before its connection is given up, so that the connection is kept. */
const TIME_LIMIT_MARGIN_MS = 1000;

/**
 * What the service relies on, whatever the URI says. Acknowledged writes survive an election, and reads see nothing
 * that an election may take back. The wait for a primary is shorter than an election (up to about 12 s) on purpose: a
 * request is answered within 5 s, and the caller, the device or the job comes again.
 */
const RELIED_ON = {
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
  /** Resolves at the first connection; never rejects, because a store that is down at the start may come up later. */
  readonly connected: Promise<void>;
  isConnected(): boolean;
  /** The time by the store's clock; by this machine's until the first connection. */
  readonly now: () => Date;
  /** @throws the driver's error when the store does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface MongoOptions {
  /** How long an operation may take. A server that stays silent for longer counts as gone. */
  readonly timeoutMs: number;
  readonly poolSize: number;
}

/**
 * Opens MongoDB in the background and keeps trying until it answers or is closed. Operations fail at once while
 * there is no connection: waiting is the caller's choice, not the driver's.
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

  async function connect(): Promise<void> {
    while (!isClosing()) {
      try {
        await connection.openUri(uri, {
          socketTimeoutMS: options.timeoutMs,
          waitQueueTimeoutMS: options.timeoutMs,
          connectTimeoutMS: 3000,
          ...RELIED_ON,
          heartbeatFrequencyMS: 1000,
          maxPoolSize: options.poolSize,
          monitorCommands: true,
          autoIndex: false,
          autoCreate: false,
        });
        await clock.follow(connection);
        return;
      } catch (error) {
        if (isClosing()) return;
        log.warn({ err: error }, 'MongoDB does not answer yet');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
  // The driver reports a lost server here as well as to the operation that met it.
  connection.on('error', (error: unknown) => {
    log.warn({ err: error }, 'MongoDB connection error');
  });

  return {
    connection,
    models,
    now: clock.now,
    connected: connect(),
    isConnected: () => connection.readyState === mongoose.ConnectionStates.connected,
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
