import mongoose, { type Connection } from 'mongoose';
import { bindModels, type Models } from '../models/models.js';
import type { Log } from '../observability/logger.js';
import { letGoOfClosedSockets } from './closed-sockets.js';
import { StoreClock } from './store-clock.js';

const RETRY_MS = 1000;

export interface MongoHandle {
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
  /** A server that says nothing for so long counts as gone. */
  readonly timeoutMs: number;
  readonly poolSize: number;
}

/**
 * Opens MongoDB in the background and keeps trying until it answers or is closed. Operations fail at once while
 * there is no connection: waiting is the caller's choice, not the driver's.
 */
export function openMongo(uri: string, options: MongoOptions, log: Log): MongoHandle {
  letGoOfClosedSockets();
  const connection = mongoose.createConnection();
  connection.set('bufferCommands', false);
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
          serverSelectionTimeoutMS: 3000,
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

const { mongo } = mongoose;

/** What the system says of a connection that is gone; the driver passes some of it on as it is. */
const GONE = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);

/** Whether an error says that the store could not be reached or did not answer in time, rather than that it refused. */
export function isStoreFailure(error: unknown): boolean {
  if (error instanceof mongo.MongoBulkWriteError) return isCutOff(error);
  if (error instanceof mongo.MongoError && error.hasErrorLabel('RetryableWriteError')) return true;
  return (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoOperationTimeoutError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoClientClosedError ||
    error instanceof mongo.MongoExpiredSessionError ||
    error instanceof mongoose.Error.MongooseServerSelectionError ||
    (error instanceof Error && 'code' in error && GONE.has(error.code))
  );
}

/** A bulk write that the store refused names what and has the refusal's number; the driver hides any other failure in one without. */
function isCutOff(error: mongoose.mongo.MongoBulkWriteError): boolean {
  if (error.hasErrorLabel('RetryableWriteError')) return true;
  return [error.writeErrors].flat().length === 0 && typeof error.code !== 'number';
}
