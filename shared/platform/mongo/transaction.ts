import { setTimeout as wait } from 'node:timers/promises';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { isConflict, isStoreFailure } from './store-failure.js';
import { AppError } from '../errors/app-error.js';
import { KeyedMutex, type YieldSlot } from './keyed-mutex.js';

const MAX_COMMITS = 3;
const LONGEST_PAUSE_MS = 100;
/** A lost connection is tried again for so long: whoever asked is soon told that the store is away. */
const AWAY_MS = 1000;

/** How long a transaction waits for others: for its turn within the process, and for its place among processes. */
export interface TransactionTimeouts {
  readonly mutexMs: number;
  readonly retryMs: number;
}

// A batch of a thousand takes up to a second or two; a request that comes while many of them run should still be served.
export const TRANSACTION_TIMEOUTS: TransactionTimeouts = { mutexMs: 15_000, retryMs: 10_000 };

/** Thrown by work inside a transaction that found a record changed since it read it: everything is read anew. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/**
 * Runs work in one transaction: all of it or nothing, whatever process is killed at whichever point. Work may run
 * several times and must pass the session to every query and run them one after another. Adds one round trip, the
 * commit, to those of the work.
 * @throws AppError overloaded when it collides with others too often or for longer than its patience; what the work throws
 */
export type Transact = <T>(
  organisationId: number,
  work: (session: ClientSession) => Promise<T>,
  maxAttempts?: number,
) => Promise<T>;

/**
 * Transactions of one organisation all write its counters, so those of one process take turns instead of making
 * each other start again. That only saves work: between processes the database decides.
 */
export function createTransact(
  connection: Connection,
  patience: TransactionTimeouts = TRANSACTION_TIMEOUTS,
  waitOutside?: YieldSlot,
): Transact {
  const turns = new KeyedMutex(patience.mutexMs, waitOutside);
  return (organisationId, work, maxAttempts = Infinity) =>
    turns.runExclusive(organisationId, () => repeated(connection, work, patience.retryMs, maxAttempts));
}

async function repeated<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
  retryMs: number,
  maxAttempts: number,
): Promise<T> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(connection, work);
    } catch (error) {
      const spent = performance.now() - began;
      if (!collided(error)) throw error;
      if (isAway(error) && spent >= AWAY_MS) throw error;
      if (attempt >= maxAttempts || spent >= retryMs) throw new AppError('overloaded', { cause: error });
    }
    await wait(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 1.5 ** attempt));
  }
}

async function once<T>(connection: Connection, work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = await connection.startSession();
  let failure: unknown;
  try {
    session.startTransaction({
      readConcern: { level: 'snapshot' },
      writeConcern: new mongoose.mongo.WriteConcern('majority'),
    });
    const result = await work(session);
    await commit(session);
    return result;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // Ending the session rolls back what is not committed. A store that is away does that by itself: nobody waits for it.
    const ended = session.endSession().catch(() => undefined);
    if (!isAway(failure)) await ended;
  }
}

/**
 * A commit with an unknown result is sent again: that is a success if it was done. An error of an election has no label
 * in some cases, and the driver does not roll back after a commit: without the repetition the transaction would stay
 * open and block those after it.
 */
async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (attempt >= MAX_COMMITS || !isUnknownResult(error)) throw error;
    }
  }
}

function isUnknownResult(error: unknown): boolean {
  return isStoreFailure(error) && !hasLabel(error, 'TransientTransactionError');
}

function isAway(error: unknown): boolean {
  return isStoreFailure(error) && !isConflict(error);
}

function collided(error: unknown): boolean {
  return error instanceof ConflictError || hasLabel(error, 'TransientTransactionError');
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label);
}
